import type { BusInfo } from './bus.ts'

/** The values of the monitor, in order (reference B.13); names as in Redis. */
const shown = [
  'redis_version',
  'redis_mode',
  'tcp_port',
  'connected_clients',
  'uptime_in_days',
  'used_memory_human',
  'maxmemory_human',
  'used_cpu_user',
  'used_cpu_sys',
  'aof_enabled',
  'rdb_last_bgsave_status',
  'total_net_input_bytes',
  'total_net_output_bytes',
]

/** From the texts of Redis' INFO: lines of `name:value`. */
export function toRedisInfo(info: string, commandStats: string, keys: number): BusInfo {
  const values = parseLines(info)
  const facts = shown.flatMap((name) => {
    const value = values.get(name)
    return value === undefined ? [] : [{ name, value }]
  })
  const most = Number(values.get('maxmemory') ?? 0)
  const commands = [...parseLines(commandStats)].flatMap(([name, value]) => {
    const [, count] = /^calls=(\d+)/.exec(value) ?? []
    return count ? [{ name: name.replace(/^cmdstat_/, ''), count: Number(count) }] : []
  })
  return {
    facts: [...facts, { name: 'keys', value: String(keys) }],
    memory: { used: Number(values.get('used_memory') ?? 0), most: most || null },
    commands: commands.sort((a, b) => b.count - a.count),
  }
}

function parseLines(text: string): Map<string, string> {
  const lines = text.split(/\r?\n/).filter((line) => line.includes(':') && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]))
}
