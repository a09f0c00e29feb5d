import { CloseCode } from '@fleetdeck/contract/device-socket'
import type { UserId } from '@fleetdeck/contract/ids'
import type { Unsubscribe } from '../bus/bus.ts'
import { type ConsoleNews, consoleNews } from '../bus/messages.ts'
import type { HubParts } from '../hub-parts.ts'
import type { BrowserSocket } from '../sockets/browser-socket.ts'

type NewsReaders = {
  [Kind in ConsoleNews['kind']]: (news: Extract<ConsoleNews, { kind: Kind }>, parts: HubParts) => void
}

/** What reaches the browser sockets of every server. */
const readers: NewsReaders = {
  endSessions: ({ sessionIds }, parts) => {
    for (const page of parts.consoles)
      if (sessionIds.includes(page.caller.sessionId)) page.hear('sessionEnded')
    for (const socket of browserSockets(parts))
      if (sessionIds.includes(socket.caller.sessionId)) socket.refuse(CloseCode.unauthorized)
  },
  rightsChanged: ({ userIds }, parts) => {
    const concerns = (userId: UserId) => userIds === null || userIds.includes(userId)
    for (const page of parts.consoles) if (concerns(page.caller.userId)) page.hear('rightsChanged')
    for (const socket of browserSockets(parts)) if (concerns(socket.caller.userId)) socket.recheck()
  },
  devicesChanged: ({ change }, parts) => {
    for (const page of parts.consoles) page.hearChange('devicesChanged', change)
    for (const socket of [...parts.viewers, ...parts.logViewers])
      if (change.deviceIds?.includes(socket.device.id) ?? true) socket.recheck()
    for (const wall of parts.walls)
      if (change.deviceIds?.some((id) => wall.watches(id)) ?? true) wall.recheck()
  },
  presenceChanged: (_, parts) => {
    for (const page of parts.consoles) page.gather('presenceChanged')
  },
  parametersChanged: (_, parts) => {
    for (const page of parts.consoles) page.hear('parametersChanged')
  },
  noticesChanged: (_, parts) => {
    for (const page of parts.consoles) page.hear('noticesChanged')
  },
  commandsChanged: (_, parts) => {
    for (const page of parts.consoles) page.gather('commandsChanged')
  },
  tasksChanged: (_, parts) => {
    for (const page of parts.consoles) page.gather('tasksChanged')
  },
  tryEnded: ({ runId: runKey }, parts) => {
    for (const page of parts.consoles) page.hearTryEnd(runKey)
  },
  alarmsChanged: ({ change }, parts) => {
    for (const page of parts.consoles) page.hearChange('alarmsChanged', change)
  },
  dictionariesChanged: (_, parts) => {
    for (const page of parts.consoles) page.hear('dictionariesChanged')
  },
}

export function startConsoleFeed(parts: HubParts): Promise<Unsubscribe> {
  return consoleNews(parts.options.bus).subscribe((news) => {
    const read = readers[news.kind] as (news: ConsoleNews, parts: HubParts) => void
    read(news, parts)
  })
}

export function browserSockets(parts: HubParts): BrowserSocket[] {
  return [...parts.consoles, ...parts.viewers, ...parts.logViewers, ...parts.walls]
}
