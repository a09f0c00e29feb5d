import type { PhoneOrder } from '@fleetdeck/contract/phone-socket'
import type { OfferedScrcpy } from '@fleetdeck/contract/scrcpy-server'
import { say } from '@fleetdeck/i18n/terminal'
import type { PhoneChecker } from './capabilities/check.ts'
import type { CommandRunner } from './capabilities/command.ts'
import type { HeartbeatSender } from './capabilities/heartbeat.ts'
import type { HotScriptStore } from './capabilities/hot-scripts.ts'
import type { InputOrder, ScreenInput } from './capabilities/input.ts'
import type { DeviceLog } from './capabilities/log.ts'
import type { ScreenStream } from './capabilities/screen.ts'
import type { SettingsStore } from './capabilities/settings.ts'
import type { TaskRunner } from './capabilities/task.ts'
import type { ToolDesk } from './capabilities/tools.ts'
import type { VideoStream } from './capabilities/video.ts'
import type { DeviceDriver } from './drivers/device-driver.ts'
import type { Notice } from './notice.ts'
import type { Outbox } from './outbox.ts'
import { type AgentTexts, fill } from './texts.ts'
import type { Uplink } from './uplink.ts'

export interface Capabilities {
  heartbeat: HeartbeatSender
  screen: ScreenStream
  video: VideoStream
  input: ScreenInput
  tools: ToolDesk
  check: PhoneChecker
  log: DeviceLog
  command: CommandRunner
  settings: SettingsStore
  task: TaskRunner
  hot: HotScriptStore
  outbox: Outbox
}

/** One handler per order; a new order does not compile without one. */
export type OrderHandlers = {
  [Action in PhoneOrder['action']]: (order: Extract<PhoneOrder, { action: Action }>) => void
}

export interface OrderDeps {
  capabilities: Capabilities
  driver: DeviceDriver
  uplink: Uplink
  texts: AgentTexts
  notice: Notice
  /** serverNow: by the server's clock, if it says so. */
  onRegistered: (
    registered: Pick<Extract<PhoneOrder, { action: 'registered' }>, 'now' | 'signer' | 'authors'>,
  ) => void
  /** The console offers another server file of scrcpy, or none. */
  onScrcpy: (offer: OfferedScrcpy | undefined) => void
}

export function orderHandlers({
  capabilities,
  driver,
  uplink,
  texts,
  notice,
  onRegistered,
  onScrcpy,
}: OrderDeps): OrderHandlers {
  const { heartbeat, screen, video, input, log, command, settings, task, hot, outbox, tools, check } =
    capabilities
  const act = (order: InputOrder) => {
    screen.expectChange()
    input.apply(order)
  }
  return {
    registered: ({ deviceNo, heartbeatSeconds, ...rest }) => {
      notice('info', deviceNo ? say('agent.connected', { deviceNo }) : say('agent.connectedUnassigned'))
      task.deviceNo = deviceNo
      command.deviceNo = deviceNo
      onRegistered(rest)
      onScrcpy(rest.scrcpy)
      outbox.deliver()
      log.write('info', texts.connected)
      hot.request()
      heartbeat.start(heartbeatSeconds)
      check.connected()
    },
    scrcpyServer: ({ scrcpy }) => onScrcpy(scrcpy),
    assigned: ({ deviceNo }) => {
      task.deviceNo = deviceNo
      command.deviceNo = deviceNo
      notice('info', deviceNo ? say('agent.assigned', { deviceNo }) : say('agent.unassigned'))
      log.write('info', deviceNo ? fill(texts.assigned, deviceNo) : texts.unassigned)
    },
    settings: (order) => settings.take(order),
    startScreen: (order) => {
      video.start(order)
      if (order.pictures) screen.start(order.setting, order.timeCode)
      else screen.stop()
    },
    stopScreen: () => {
      screen.stop()
      video.stop()
    },
    refused: ({ reason, of }) =>
      notice('warn', say('agent.frameRefused', { reason: of === undefined ? reason : `${of}: ${reason}` })),
    frameTaken: ({ sequence }) => screen.taken(sequence),
    canvas_action: act,
    typeText: act,
    pressKey: act,
    holdKeys: act,
    setClipboard: (order) => input.apply(order),
    askClipboard: (order) => input.apply(order),
    askCheck: () => check.start(),
    askTool: (order) => tools.ask(order),
    command: (order) => command.run(order),
    task: (order) => task.run(order),
    taskControl: (order) => task.control(order),
    hotScripts: () => hot.request(),
    answer: (order) => video.answer(order),
    candidate: (order) => video.candidate(order),
    listen: (order) => video.listen(order),
    askTiming: ({ viewer, sentAt }) => {
      const figures = video.has(viewer) ? video.figures : screen.figures
      const { captureMs, encodeMs, encoder } = figures ?? {}
      const { screenSource } = driver
      const took = {
        ...(captureMs !== undefined && { captureMs }),
        ...(encodeMs !== undefined && { encodeMs }),
        ...(encoder !== undefined && { encoder }),
        ...(screenSource && { source: screenSource }),
      }
      uplink.send({ action: 'timing', viewer, sentAt, now: Date.now(), ...took })
    },
    ping: () => void uplink.send({ action: 'pong' }),
    pong: () => undefined,
  }
}

export function handleOrder<Action extends PhoneOrder['action']>(
  handlers: OrderHandlers,
  order: Extract<PhoneOrder, { action: Action }>,
): void {
  const handle: (order: Extract<PhoneOrder, { action: Action }>) => void = handlers[order.action as Action]
  handle(order)
}
