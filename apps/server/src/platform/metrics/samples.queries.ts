import type { RegionServer } from '@fleetdeck/contract/regions'
import { type SampleValues, type ServerInfo, silentServerSeconds } from '@fleetdeck/contract/service-monitor'
import { asc, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import { serverSamples, servers } from '../db/schema/installation.ts'

export interface Sample {
  serverName: string
  startedAt: Date
  info: ServerInfo
  values: SampleValues
}

/** The report of a server, with its newest sample. */
export async function writeSample(db: Db, { serverName, startedAt, info, values }: Sample): Promise<void> {
  const now = sql`now()`
  await db.transaction(async (tx) => {
    await tx
      .insert(servers)
      .values({ serverName, startedAt, facts: info, heardAt: now as never })
      .onConflictDoUpdate({
        target: servers.serverName,
        set: { startedAt, facts: info, heardAt: now, stoppedAt: null },
      })
    await tx
      .insert(serverSamples)
      .values({ serverName, at: now as never, values })
      .onConflictDoNothing()
  })
}

/** The server stops in order. */
export const noteStop = (db: Db, serverName: string) =>
  db.update(servers).set({ stoppedAt: sql`now()` }).where(eq(servers.serverName, serverName))

/** Samples older than an hour, and servers that disappeared long ago. */
export async function pruneSamples(db: Db): Promise<number> {
  const old = await db
    .delete(serverSamples)
    .where(lt(serverSamples.at, sql`now() - interval '65 minutes'`))
    .returning({ at: serverSamples.at })
  await db.delete(servers).where(lt(servers.heardAt, sql`now() - interval '1 day'`))
  return old.length
}

/** Where agents reach the servers, of all that were there in the last day. */
export async function listRegions(db: Db): Promise<RegionServer[]> {
  const region = sql<string>`${servers.facts}->>'region'`
  const address = sql<string>`${servers.facts}->>'regionUrl'`
  return db
    .selectDistinct({ region, address })
    .from(servers)
    .where(sql`${address} is not null`)
    .orderBy(region, address)
}

export async function readServers(db: Db) {
  const rows = await db
    .select({
      server: servers,
      isAlive: sql<boolean>`${servers.heardAt} > now() - make_interval(secs => ${silentServerSeconds})`,
    })
    .from(servers)
    .orderBy(asc(servers.serverName))
  const samples = await db
    .select()
    .from(serverSamples)
    .where(sql`${serverSamples.at} > now() - interval '1 hour'`)
    .orderBy(asc(serverSamples.at))
  return rows.map(({ server, isAlive }) => ({
    ...server,
    facts: server.facts as ServerInfo,
    isAlive,
    samples: samples.filter(({ serverName }) => serverName === server.serverName),
  }))
}
