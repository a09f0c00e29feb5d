import { bookingPermission } from '@fleetdeck/contract/bookings'
import { CloseCode } from '@fleetdeck/contract/device-socket'
import { incidents } from '@fleetdeck/contract/incidents'
import { screenLinkPermission } from '@fleetdeck/contract/screen-links'
import { type Caller, followsRights, may } from '../../platform/core/caller.ts'
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
    for (const page of sessions.consoles) if (isOver(page)) page.onEvent('sessionEnded')
    for (const socket of sessions.browserSockets()) if (isOver(socket)) socket.refuse(CloseCode.unauthorized)
  },
  rightsChanged: ({ userIds }, sessions) => {
    for (const page of sessions.consoles)
      if (followsRights(page.caller, userIds)) page.onEvent('rightsChanged')
    for (const socket of sessions.browserSockets())
      if (followsRights(socket.caller, userIds)) socket.recheck()
  },
  devicesChanged: ({ change }, sessions) => {
    for (const page of sessions.consoles) page.onChange('devicesChanged', change)
    for (const socket of [...sessions.viewers, ...sessions.logViewers])
      if (change.deviceIds?.includes(socket.device.id) ?? true) socket.recheck()
    for (const guest of sessions.guests)
      if (change.deviceIds?.includes(guest.deviceId) ?? true) guest.recheck()
    for (const wall of sessions.walls) wall.devicesChanged(change.deviceIds)
  },
  presenceChanged: (_, sessions) => {
    for (const page of sessions.consoles) page.collect('presenceChanged')
  },
  parametersChanged: (_, sessions) => {
    for (const page of sessions.consoles) page.onEvent('parametersChanged')
  },
  noticesChanged: (_, sessions) => {
    for (const page of sessions.consoles) page.onEvent('noticesChanged')
  },
  commandsChanged: (_, sessions) => {
    for (const page of sessions.consoles) page.collect('commandsChanged')
  },
  tasksChanged: (_, sessions) => {
    for (const page of sessions.consoles) page.collect('tasksChanged')
  },
  tryEnded: ({ runKey }, sessions) => {
    for (const page of sessions.consoles) page.onTryEnd(runKey)
  },
  alarmsChanged: ({ change }, sessions) => {
    for (const page of sessions.consoles) page.onChange('alarmsChanged', change)
  },
  questionsChanged: ({ change }, sessions) => {
    for (const page of sessions.consoles) page.onChange('questionsChanged', change)
  },
  accountAlertsChanged: ({ userIds }, sessions) => {
    for (const page of sessions.consoles)
      if (userIds?.includes(page.caller.userId) ?? true) page.onEvent('accountAlertsChanged')
  },
  incidentsChanged: (_, sessions) => {
    for (const page of sessions.consoles)
      if (may(page.caller, incidents.list.permission)) page.onEvent('incidentsChanged')
  },
  bookingsChanged: ({ deviceIds }, sessions) => {
    for (const page of sessions.consoles)
      if (may(page.caller, bookingPermission)) page.collect('bookingsChanged')
    for (const viewer of sessions.viewers) if (deviceIds.includes(viewer.device.id)) viewer.recheck()
    for (const guest of sessions.guests) if (deviceIds.includes(guest.deviceId)) guest.recheck()
    for (const wall of sessions.walls) wall.devicesChanged(deviceIds)
  },
  screenLinksChanged: ({ deviceIds }, sessions) => {
    for (const page of sessions.consoles)
      if (may(page.caller, screenLinkPermission)) page.collect('screenLinksChanged')
    for (const viewer of sessions.viewers)
      if (viewer.caller.visit && deviceIds.includes(viewer.device.id)) viewer.recheck()
  },
  dictionariesChanged: (_, sessions) => {
    for (const page of sessions.consoles) page.onEvent('dictionariesChanged')
  },
}

export function startConsoleFeed(bus: Bus, sessions: HubSessions): Promise<Unsubscribe> {
  return consoleChannel(bus).subscribe((event) => {
    const read = handlers[event.kind] as (event: ConsoleMessage, sessions: HubSessions) => void
    read(event, sessions)
  })
}
