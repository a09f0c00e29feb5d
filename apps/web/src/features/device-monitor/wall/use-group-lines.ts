import { dataItems } from '@fleetdeck/contract/data-items'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { linesOfText } from './texts-per-phone.ts'

/** The first lines of the items of a data group, oldest item first. */
async function fetchLines(groupId: number, count: number, signal: AbortSignal): Promise<string[]> {
  const query = { groupId, pageSize: count, orderByColumn: 'id', isAsc: 'asc' } as const
  const { list } = await call(dataItems.list, { query, signal })
  const lines: string[] = []
  for (const { id, content, contentLength } of list) {
    if (lines.length >= count) break
    const isCut = contentLength > content.length
    const whole = isCut ? (await call(dataItems.one, { query: { id }, signal })).content : content
    lines.push(...linesOfText(whole))
  }
  return lines.slice(0, count)
}

export function useGroupLines(groupId: number | undefined, count: number) {
  return useQuery({
    queryKey: [dataItems.list.path, 'lines', groupId, count],
    queryFn: ({ signal }) => fetchLines(groupId ?? 0, count, signal),
    enabled: groupId !== undefined,
  })
}
