import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { RedisBus } from '../../apps/server/src/realtime/bus/redis-bus.ts'
import { readCpuTime } from '../figures.ts'

/** Counters at one moment; the difference of two is what happened between. */
export interface Reading {
  at: number
  /** Processor time, ms. */
  servers: number[]
  postgres: number
  redis: number
  /** Bytes that the phones' processes have read and written. */
  phoneBytes: number
  wal: number
  transactions: number
  /** Rows of device_runtime that were updated, and those of them without new index entries. */
  updated: number
  hot: number
  published: number
  redisIn: number
  redisOut: number
}

/** All counters but the servers', which end and start again. */
export class Readings {
  readonly #client: pg.Client
  readonly #redis: RedisBus
  readonly #postmaster: number

  private constructor(client: pg.Client, redis: RedisBus, postmaster: number) {
    this.#client = client
    this.#redis = redis
    this.#postmaster = postmaster
  }

  /** PostgreSQL and Redis run on this machine. */
  static async open(url: string, redisUrl: string): Promise<Readings> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query('select pg_backend_pid() as pid')
    const postmaster = Number(statOf(rows[0].pid)[1])
    return new Readings(client, await RedisBus.connect(redisUrl), postmaster)
  }

  async close(): Promise<void> {
    await this.#redis.close()
    await this.#client.end()
  }

  async read(serverPids: number[], playerPids: number[]): Promise<Reading> {
    const { rows } = await this.#client.query(`
      select pg_current_wal_lsn() - '0/0' as wal, d.xact_commit as transactions, t.n_tup_upd as updated, t.n_tup_hot_upd as hot
      from pg_stat_database d, pg_stat_user_tables t where d.datname = current_database() and t.relname = 'device_runtime'`)
    const { wal, transactions, updated, hot } = rows[0]
    const { facts, commands } = await this.#redis.info()
    const fact = (name: string) => Number(facts.find((each) => each.name === name)?.value)
    return {
      at: performance.now(),
      servers: serverPids.map(readCpuTime),
      postgres: this.#postgresTime(),
      redis: 1000 * (fact('used_cpu_user') + fact('used_cpu_sys')),
      phoneBytes: playerPids.reduce((sum, pid) => sum + ioOf(pid), 0),
      wal: Number(wal),
      transactions: Number(transactions),
      updated: Number(updated),
      hot: Number(hot),
      published: commands.find(({ name }) => name === 'publish')?.count ?? 0,
      redisIn: fact('total_net_input_bytes'),
      redisOut: fact('total_net_output_bytes'),
    }
  }

  /** Of all processes of PostgreSQL, ended ones included. */
  #postgresTime(): number {
    const pid = this.#postmaster
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
    const running = [pid, ...children.map(Number)].reduce((sum, each) => sum + timeOf(each), 0)
    const ended = statOf(pid)
    return running + 10 * (Number(ended[13]) + Number(ended[14]))
  }

  async connections(): Promise<number> {
    const { rows } = await this.#client.query(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    return rows[0].count
  }

  /** Phones that are online and were seen after this time. */
  async seenSince(at: Date): Promise<number> {
    const { rows } = await this.#client.query(
      'select count(*)::int as count from device_runtime where online and last_seen_at > $1',
      [at],
    )
    return rows[0].count
  }

  /** Bytes a row, with its indexes; of a partitioned table over all its partitions. */
  async bytesPerRow(table: string): Promise<number> {
    await this.#client.query(`analyze ${table}`)
    const { rows } = await this.#client.query(
      `with parts as (select $1::regclass as id union all select inhrelid from pg_inherits where inhparent = $1::regclass)
      select sum(pg_total_relation_size(id)) as bytes, (select count(*) from ${table}) as rows from parts`,
      [table],
    )
    return Number(rows[0].bytes) / Number(rows[0].rows)
  }
}

/** Fields of /proc/PID/stat after the name: the state is number 0, the parent 1. */
const statOf = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []

/** 0 for a process that has ended meanwhile. */
function timeOf(pid: number): number {
  try {
    return readCpuTime(pid)
  } catch {
    return 0
  }
}

function ioOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/io`, 'utf8')
  const field = (name: string) => Number(new RegExp(`^${name}: (\\d+)`, 'm').exec(text)?.[1])
  return field('rchar') + field('wchar')
}

export const openFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

/** How many files and sockets a process may have open. */
export const mostOpenFiles = (): number =>
  Number(
    /^Max open files\s+\d+\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ??
      Number.POSITIVE_INFINITY,
  )
