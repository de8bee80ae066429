/** Runs steps that would be run in slices (electron/directory/slices.ts) to their end at once. */
export function runSteps<Result>(steps: Generator<void, Result, void>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
