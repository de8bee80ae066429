/**
 * PGlite on disk that survives a power cut.
 *
 * Emscripten's NODEFS, on which PGlite stands, has no fsync: PostgreSQL asks for one at each commit and nothing reaches
 * the disk. This subclass adds the missing call. Together with `durableStartParameters` each commit is synced before it
 * is acknowledged; test/integration/service/durability.test.ts counts the system calls. It leans on PGlite's inner
 * structure, so package.json pins PGlite's version exactly.
 */
import { fsyncSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

interface NodeFileSystemModule {
  NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => void } };
}

export class DurableNodeFileSystem extends NodeFS {
  /**
   * Whether each commit is synced. Off only while a new cluster is being made, in which nothing was promised to anybody
   * yet: syncing a thousand files one by one, some of them twice, would be the longest part of a first start.
   */
  syncs: boolean;

  constructor(folder: string, { syncs }: { syncs: boolean }) {
    super(folder);
    this.syncs = syncs;
  }

  override async init(...[pglite, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, options);
    const addFsync = (module: unknown): void => {
      (module as NodeFileSystemModule).NODEFS.stream_ops.fsync = (stream) => {
        if (this.syncs) fsyncSync(stream.nfd);
      };
    };
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [...(emscriptenOpts.preRun ?? []), addFsync],
      } as typeof emscriptenOpts,
    };
  }
}

/**
 * Less than PostgreSQL's 128 MB, which are zeroed at each start and make up half of its time; the system's own cache holds
 * the files anyway.
 */
export const cacheParameters = ['-c', 'shared_buffers=32MB'] as const;

/**
 * PGlite's own start parameters without `-F` (which turns fsync off), and with fsync as the method: fdatasync does
 * nothing under Emscripten.
 */
export function durableStartParameters(): string[] {
  return [
    ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
    ...cacheParameters,
    '-c',
    'wal_sync_method=fsync',
  ];
}
