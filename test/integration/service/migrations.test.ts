import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '../../../service/database/migrations.ts';
import { startService } from '../../support/service.ts';

test('a database that a newer version has used is left alone, and is not called corrupted', async () => {
  const service = await startService({ attendees: 0 });
  try {
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2999')`.execute(service.database);
    await expect(migrate(service.database)).rejects.toMatchObject({
      code: 'database-newer',
      message: expect.stringMatching(/newer version of the service, and is in order/),
    });
  } finally {
    await service.stop();
  }
});
