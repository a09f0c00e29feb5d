import { setTimeout as pause } from 'node:timers/promises'
import type { World } from './world.ts'

/** A column of the table. */
export interface Fault {
  group: 'PostgreSQL' | 'Redis' | 'Data folder' | 'Server' | 'Clock' | 'Agent' | 'Network'
  name: string
  /** How long it lasts, in seconds, unless `begin` itself is all of it. */
  seconds: number
  begin(world: World): Promise<void> | void
  end(world: World): Promise<void> | void
  /** Pages cannot reach a server during this time: only later calls are judged. */
  cutsPages?: true
  /** Not on this machine, and why. */
  missing?(world: World): string | undefined
}

const dayMs = 86_400_000
const second = 1

const links = {
  'phone ↔ server': 'phones',
  'page ↔ server': 'pages',
  'server ↔ PostgreSQL': 'postgres',
  'server ↔ Redis': 'redis',
} as const

const cuts = Object.entries(links).flatMap(([name, link]): Fault[] => {
  const more = link === 'pages' ? { cutsPages: true as const } : {}
  const end = (world: World) => world.links[link].set('pass')
  return [
    // The bytes of a short cut arrive late; after a long one the connections are lost without a sign.
    {
      group: 'Network',
      name: `${name} cut 5 s`,
      seconds: 5,
      begin: (w) => w.links[link].set('hang'),
      end,
      ...more,
    },
    {
      group: 'Network',
      name: `${name} cut 60 s`,
      seconds: 60,
      begin: (w) => w.links[link].set('half-open'),
      end,
      ...more,
    },
  ]
})

const needsDisk = (disk: 'rowsDisk' | 'dataDisk') => (world: World) =>
  (disk === 'rowsDisk' ? world.services.rowsDisk : world.dataDisk) ? undefined : 'this account may not mount'

export const faults: Fault[] = [
  {
    group: 'PostgreSQL',
    name: 'refuses',
    seconds: 10,
    begin: (w) => w.links.postgres.set('refuse'),
    end: (w) => w.links.postgres.set('pass'),
  },
  {
    group: 'PostgreSQL',
    name: 'hangs',
    seconds: 10,
    begin: (w) => w.services.freezePostgres(true),
    end: (w) => w.services.freezePostgres(false),
  },
  {
    group: 'PostgreSQL',
    name: 'slow',
    seconds: 10,
    begin: (w) => w.links.postgres.set({ slowMs: 50 }),
    end: (w) => w.links.postgres.set('pass'),
  },
  {
    group: 'PostgreSQL',
    name: 'restarts',
    seconds: 0,
    begin: (w) => w.services.restartPostgres(),
    end: () => {},
  },
  {
    group: 'PostgreSQL',
    name: 'read-only',
    seconds: 10,
    begin: (w) => w.services.setReadOnly(true),
    end: (w) => w.services.setReadOnly(false),
  },
  {
    group: 'PostgreSQL',
    name: 'full',
    seconds: 10,
    begin: (w) => w.services.rowsDisk?.fill(),
    end: (w) => w.services.rowsDisk?.free(),
    missing: needsDisk('rowsDisk'),
  },
  {
    group: 'Redis',
    name: 'refuses',
    seconds: 10,
    begin: (w) => w.links.redis.set('refuse'),
    end: (w) => w.links.redis.set('pass'),
  },
  {
    group: 'Redis',
    name: 'hangs',
    seconds: 10,
    begin: (w) => w.services.freezeRedis(true),
    end: (w) => w.services.freezeRedis(false),
  },
  {
    group: 'Redis',
    name: 'half-open',
    seconds: 10,
    begin: (w) => w.links.redis.set('half-open'),
    end: (w) => w.links.redis.set('pass'),
  },
  {
    group: 'Redis',
    name: 'flushed',
    seconds: second,
    begin: (w) => w.services.flushRedis(),
    end: () => {},
  },
  {
    group: 'Data folder',
    name: 'full',
    seconds: 10,
    begin: (w) => w.dataDisk?.fill(),
    end: (w) => w.dataDisk?.free(),
    missing: needsDisk('dataDisk'),
  },
  {
    group: 'Data folder',
    name: 'slow',
    seconds: 10,
    begin: (w) => w.setMachine({ diskMs: 200 }),
    end: (w) => w.setMachine({}),
  },
  {
    group: 'Server',
    name: 'killed',
    seconds: 5,
    begin: (w) => w.servers[1]?.kill(),
    end: (w) => w.restartServer(1),
  },
  {
    group: 'Server',
    name: 'frozen 30 s',
    seconds: 30,
    begin: (w) => void process.kill(w.servers[1]?.pid ?? 0, 'SIGSTOP'),
    end: (w) => void process.kill(w.servers[1]?.pid ?? 0, 'SIGCONT'),
  },
  {
    group: 'Server',
    name: 'terminated',
    seconds: 5,
    begin: async (w) => void (await w.servers[1]?.stop()),
    end: (w) => w.restartServer(1),
  },
  {
    group: 'Clock',
    name: '+3 days',
    seconds: 10,
    begin: (w) => w.setMachine({ clockMs: 3 * dayMs }),
    end: (w) => w.setMachine({}),
  },
  {
    group: 'Clock',
    name: '−3 days',
    seconds: 10,
    begin: (w) => w.setMachine({ clockMs: -3 * dayMs }),
    end: (w) => w.setMachine({}),
  },
  {
    group: 'Agent',
    name: 'killed',
    seconds: 5,
    begin: (w) => w.killAgent(),
    end: (w) => w.startAgent(),
  },
  ...cuts,
]

/** Its name in the table. */
export const titleOf = ({ group, name }: Fault) => (group === 'Network' ? name : `${group}: ${name}`)

export async function inflict(fault: Fault, world: World): Promise<void> {
  await fault.begin(world)
  await pause(fault.seconds * 1000)
  await fault.end(world)
}
