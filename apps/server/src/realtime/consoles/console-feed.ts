import { CloseCode } from '@fleetdeck/contract/device-socket'
import type { UserId } from '@fleetdeck/contract/ids'
import type { Caller } from '../../platform/core/caller.ts'
import type { Bus, Unsubscribe } from '../bus/bus.ts'
import { type ConsoleMessage, consoleChannel } from '../bus/messages.ts'
import type { HubSessions } from '../hub-sessions.ts'

type EventHandlers = {
  [Kind in ConsoleMessage['kind']]: (
    event: Extract<ConsoleMessage, { kind: Kind }>,
    sessions: HubSessions,
  ) => void
}

/** Messages to the browser sockets of every server. */
const handlers: EventHandlers = {
  endSessions: ({ sessionIds }, sessions) => {
    const isOver = ({ caller }: { caller: Caller }) => sessionIds.some((id) => id === caller.sessionId)
    for (const page of sessions.consoles) if (isOver(page)) page.hear('sessionEnded')
    for (const socket of sessions.browserSockets()) if (isOver(socket)) socket.refuse(CloseCode.unauthorized)
  },
  rightsChanged: ({ userIds }, sessions) => {
    const concerns = (userId: UserId) => userIds === null || userIds.includes(userId)
    for (const page of sessions.consoles) if (concerns(page.caller.userId)) page.hear('rightsChanged')
    for (const socket of sessions.browserSockets()) if (concerns(socket.caller.userId)) socket.recheck()
  },
  devicesChanged: ({ change }, sessions) => {
    for (const page of sessions.consoles) page.hearChange('devicesChanged', change)
    for (const socket of [...sessions.viewers, ...sessions.logViewers])
      if (change.deviceIds?.includes(socket.device.id) ?? true) socket.recheck()
    for (const wall of sessions.walls)
      if (change.deviceIds?.some((id) => wall.watches(id)) ?? true) wall.recheck()
  },
  presenceChanged: (_, sessions) => {
    for (const page of sessions.consoles) page.gather('presenceChanged')
  },
  parametersChanged: (_, sessions) => {
    for (const page of sessions.consoles) page.hear('parametersChanged')
  },
  noticesChanged: (_, sessions) => {
    for (const page of sessions.consoles) page.hear('noticesChanged')
  },
  commandsChanged: (_, sessions) => {
    for (const page of sessions.consoles) page.gather('commandsChanged')
  },
  tasksChanged: (_, sessions) => {
    for (const page of sessions.consoles) page.gather('tasksChanged')
  },
  tryEnded: ({ runKey }, sessions) => {
    for (const page of sessions.consoles) page.hearTryEnd(runKey)
  },
  alarmsChanged: ({ change }, sessions) => {
    for (const page of sessions.consoles) page.hearChange('alarmsChanged', change)
  },
  dictionariesChanged: (_, sessions) => {
    for (const page of sessions.consoles) page.hear('dictionariesChanged')
  },
}

export function startConsoleFeed(bus: Bus, sessions: HubSessions): Promise<Unsubscribe> {
  return consoleChannel(bus).subscribe((event) => {
    const read = handlers[event.kind] as (event: ConsoleMessage, sessions: HubSessions) => void
    read(event, sessions)
  })
}
