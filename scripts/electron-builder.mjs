/**
 * electron-builder, in a process of its own: a package of it ends the process it was loaded into with 0 at its end, whatever
 * exit code was set, and a run with failed tests would be taken for a good one.
 *
 * One argument: JSON with projectDir, config and targets.
 */
import { build, Platform } from 'electron-builder';

/** @type {{ projectDir: string, config: Record<string, unknown>, targets?: string[] }} */
const { projectDir, config, targets } = JSON.parse(process.argv[2] ?? '');
const platform = Platform.current();
try {
  await build({
    projectDir,
    config,
    publish: 'never',
    targets: targets === undefined ? platform.createTarget() : platform.createTarget(targets),
  });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
