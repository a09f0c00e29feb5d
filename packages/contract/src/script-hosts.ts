import { z } from 'zod'

/** example.org, or *.example.org for its subdomains, either with :port. */
export const ScriptHost = z
  .string()
  .trim()
  .toLowerCase()
  .max(260)
  .regex(/^(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/, 'userCloud.hostFormat')
export const ScriptHosts = z.array(ScriptHost).max(100, 'userCloud.hostsMany')

const split = (entry: string) => {
  const [name = '', port] = entry.toLowerCase().split(/:(?=\d+$)/)
  return { name, port }
}
const includes = (pattern: string, name: string) =>
  pattern.startsWith('*.') ? name.endsWith(pattern.slice(1)) : name === pattern

/** Whether an entry allows a host with this port; an entry without a port allows any. */
export function allowsHost(entry: string, { hostname, host }: Pick<URL, 'hostname' | 'host'>): boolean {
  const pattern = entry.toLowerCase()
  return includes(pattern, host) || includes(pattern, hostname)
}

/** Whether all hosts of an entry are among those of a list. */
export const isWithinHosts = (list: readonly string[], entry: string): boolean => {
  const { name, port } = split(entry)
  return list.some((other) => {
    const outer = split(other)
    return includes(outer.name, name) && (outer.port === undefined || outer.port === port)
  })
}

/** A list within the one above; an empty list means all of it. */
export const limitHosts = (above: readonly string[], own: readonly string[]): string[] =>
  own.length === 0 ? [...above] : own.filter((entry) => isWithinHosts(above, entry))
