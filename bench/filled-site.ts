import { changedPassword } from '@fleetdeck/testing/server/http-client'
import { eq, sql } from 'drizzle-orm'
import { hashPassword } from '../apps/server/src/platform/core/passwords.ts'
import { openDb } from '../apps/server/src/platform/db/open-db.ts'
import { users } from '../apps/server/src/platform/db/schema/users.ts'
import { seed } from '../apps/server/src/platform/db/seed/seed.ts'
import { openSeal } from '../apps/server/src/platform/seals/open-seal.ts'
import type { Where } from './databases.ts'

interface Size {
  devices: number
  groups: number
}

/** A site like a real one, with numbered phones in groups of equal size, nine of ten online. */
export async function fillSite(where: Where, { devices, groups }: Size): Promise<void> {
  const open = await openDb(where)
  const seal = await openSeal(open.db, where)
  await seed(open.db, seal, changedPassword)
  const passwordHash = await hashPassword(changedPassword)
  await open.db
    .update(users)
    .set({ passwordHash, mustChangePassword: false })
    .where(eq(users.userName, 'admin'))
  await open.db.execute(sql`
    insert into device_groups (group_name, tenant_id)
    select 'Group ' || lpad(n::text, 3, '0'), 1 from generate_series(1, ${groups}::int) n`)
  await open.db.execute(sql`
    insert into devices (device_no, device_id, brand, mode, imei, ip, group_id, tenant_id)
    select 'D' || lpad(n::text, 6, '0'), 'bench-' || md5(n::text), (array['Deck', 'Pixel', 'Galaxy', 'Mi'])[1 + n % 4],
      'Model ' || n % 37, lpad((n * 7919::bigint)::text, 15, '3'), '10.' || n % 8 || '.' || n % 250 || '.' || n % 199,
      1 + (n * 7919::bigint) % ${groups}, 1
    from generate_series(1, ${devices}::int) n`)
  await open.db.execute(sql`
    insert into device_runtime (device_id, online, last_seen_at, online_changed_at, run_mode, service_ok, battery,
      is_charging, battery_temp, brightness, os_version, apk_version, sd_card_left_space, avail_memory)
    select id, id % 10 > 0, now() - (id * 7919::bigint % 86400) * interval '1 second', now() - interval '1 day', '1', '1',
      id * 31 % 101, '0', 30, 120, '14', '1.0.0', 64000000000, 4000000000
    from devices`)
  await open.close()
}
