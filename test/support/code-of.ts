/** What became of asking: `answered`, or the code it was refused with. */
export async function codeOf(act: () => unknown): Promise<unknown> {
  try {
    await act();
    return 'answered';
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
}
