import { CloseCode, takeControlPermission } from '@fleetdeck/contract/device-socket'
import { wallPermission } from '@fleetdeck/contract/device-wall'
import { errors } from '@fleetdeck/contract/errors'
import type { DeviceId, RecordingId } from '@fleetdeck/contract/ids'
import type { GroupTool } from '@fleetdeck/contract/phone-tools'
import type { Timeline } from '@fleetdeck/contract/recordings'
import {
  type AddRefusal,
  maxGroupPhones,
  maxReplaySteps,
  maxWallPhones,
  type WallEvent,
  WallRequest,
  wallWidths,
} from '@fleetdeck/contract/wall-socket'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { WebSocket } from 'ws'
import { AppError } from '../../platform/core/app-error.ts'
import type { HubContext } from '../hub-context.ts'
import type { WallDevice } from '../hub-options.ts'
import { readRoom } from '../rooms/read-room.ts'
import { BrowserSocket, type Visitor } from '../sockets/browser-socket.ts'
import { type FrameHandlers, frameRouter } from '../sockets/frame-router.ts'
import { pongText } from '../sockets/live-socket.ts'
import { ControlGroup } from './control-group.ts'
import type { GroupLog } from './group-log.ts'
import { recordedSteps } from './recorded-steps.ts'
import { type Tile, type ToolOutcome, WallPhone, type WallPhoneCallbacks } from './wall-phone.ts'
import { WallPictures } from './wall-pictures.ts'

type Frame<Action extends WallRequest['action']> = Extract<WallRequest, { action: Action }>

/** Interval at which the page gets the state of a replay. */
const replayMs = 400
const usualBitsPerSecond = 16_000_000
/** Tools of the page have ids of its own. */
const appsRequest = 'leaderApps'
/** For members out of view: enough to see whether they still show the same as the leader. */
const hiddenTile: Tile = { width: wallWidths.least, delayMs: 250 }

/** A page with the screens of many phones, and the group that it may control. */
export class WallSession extends BrowserSocket<WallEvent> {
  readonly #phones = new Map<DeviceId, WallPhone>()
  readonly #pictures: WallPictures
  readonly #callbacks: WallPhoneCallbacks
  #inView = new Set<DeviceId>()
  #chosen = { ids: this.#inView, width: wallWidths.least as number }
  #width = wallWidths.least as number
  #group: ControlGroup | undefined
  /** Of the groups of this session, also after they end. */
  readonly #log: GroupLog
  readonly #logNews: Set<DeviceId>
  #loggedId: DeviceId | null = null
  /** The member that alone got the newest input. */
  #only: DeviceId | undefined
  /** The page does not know the state of its group. */
  #isGroupStale = false
  #isReplayStale = false
  #replaySentAt = Number.NEGATIVE_INFINITY
  readonly #noted = new Set<WallPhone>()
  #keptAt = performance.now()
  #tool: { id: string; name: GroupTool['tool'] } | undefined
  /** Not sent yet. */
  #toolResults: Extract<WallEvent, { action: 'toolResults' }>['results'] = []

  constructor(context: HubContext, ws: WebSocket, visitor: Visitor) {
    super(context, ws, visitor)
    const bits = () => context.options.wallBitsPerSecond?.() ?? usualBitsPerSecond
    this.#pictures = new WallPictures(this, context.counts, bits)
    const { sessionId, userName } = visitor.caller
    this.#log = context.groupLogs.of(sessionId === null ? this.id : String(sessionId), userName)
    this.#logNews = this.#log.follow()
    this.#callbacks = {
      viewer: this.id,
      name: visitor.caller.userName,
      client: this.client,
      guestName: (name) => this.text('screenLink.guestName', { name }),
      replaced: () => this.replaced(),
      changed: (phone) => {
        this.#group?.looked(phone)
        this.#isGroupStale ||= this.#group?.has(phone.device.id) ?? false
      },
      noted: (phone) => this.#noted.add(phone),
      skipped: () => this.#pictures.skipped(),
      replied: (phone, outcome) => this.#replied(phone, outcome),
      refused: (phone, text) => this.#refused(phone, text),
      copied: (text) => this.sendEvent({ action: 'clipboard', text }),
    }
    this.#sendRate()
  }

  /** Undefined: all. */
  devicesChanged(ids: readonly DeviceId[] | undefined): void {
    const changed = (ids ?? [...this.#phones.keys()]).flatMap((id) => this.#phones.get(id) ?? [])
    for (const phone of changed) phone.forgetLast()
    if (changed.length > 0 || !ids) this.recheck()
  }

  /** Another server had a newer one. */
  lastFrameFound(id: DeviceId): void {
    this.#phones.get(id)?.lastFrameFound()
  }

  watch({ ids, width }: Frame<'watchPhones'>): void {
    this.#chosen = { ids: new Set(ids), width }
    this.chooseInTurn(async () => {
      this.#inView = this.#chosen.ids
      this.#width = this.#chosen.width
      await this.#updateVisible()
    })
  }

  drawn(batch: number): void {
    this.#pictures.drawn(batch)
  }

  startGroup({ leader, followers }: Frame<'startGroup'>): void {
    this.inTurn(async () => {
      const ids = [...new Set([leader, ...followers])]
      const devices = await this.context.options.wallDevices(this.caller, ids)
      const seen = new Map(devices.map((device) => [device.id, device]))
      if (seen.get(leader) === undefined) return this.refuseFrame('wall.leaderUnseen')
      if (!seen.get(leader)?.mayControl) return this.refuseFrame('phone.watchOnly')
      this.#group?.end()
      this.#isReplayStale = true
      const phones = ids.flatMap((id) => this.#findPhone(seen.get(id)) ?? [])
      this.#group = new ControlGroup(leader, phones, {
        unseen: ids.length - phones.length,
        callbacks: {
          done: (input, reached) => {
            const deviceNos = reached.map(({ device }) => device.deviceNo)
            this.context.emit('groupInput', { caller: this.caller, deviceNos, input })
          },
          changed: () => {
            this.#isGroupStale = true
          },
          replayChanged: () => {
            this.#isReplayStale = true
          },
          replayed: ({ recordingId, deviceNo, speed, steps }, reached) => {
            const deviceNos = reached.map(({ device }) => device.deviceNo)
            const facts = { recordingId, recordedNo: deviceNo, speed, steps: steps.length }
            this.context.emit('groupInput', {
              caller: this.caller,
              deviceNos,
              input: { kind: 'replay', ...facts },
            })
          },
          log: this.#log,
        },
      })
      this.#isGroupStale = true
      await this.#arrange(devices)
    })
  }

  stopGroup(): void {
    this.inTurn(() => this.#endGroup())
  }

  /** Runs a change of the group, and sends the page the result. */
  change(step: (group: ControlGroup) => void): void {
    this.inTurn(() => {
      if (!this.#group) return this.refuseFrame('wall.noGroup')
      step(this.#group)
      this.#isGroupStale = true
      return this.#arrange()
    })
  }

  /** Phones that cannot join are named with the reason; the others join. */
  addMembers(ids: DeviceId[]): void {
    this.inTurn(async () => {
      if (!this.#group) return this.refuseFrame('wall.noGroup')
      const wanted = [...new Set(ids)].filter((id) => !this.#group?.has(id))
      const devices = await this.context.options.wallDevices(this.caller, wanted)
      const seen = new Map(devices.map((device) => [device.id, device]))
      const checked = await Promise.all(wanted.map((id) => this.#whyNotAdd(id, seen.get(id))))
      // It may have ended in the meantime.
      const group = this.#group
      if (!group) return
      const refused = checked.flatMap((refusal) => refusal ?? [])
      const able = wanted.filter((id) => !refused.some((refusal) => refusal.id === id))
      const added = able.slice(0, Math.max(0, maxGroupPhones - group.size))
      for (const id of able.slice(added.length))
        refused.push({ id, deviceNo: seen.get(id)?.deviceNo ?? null, why: 'full' })
      group.add(added.flatMap((id) => this.#findPhone(seen.get(id)) ?? []))
      this.#isGroupStale = true
      this.sendEvent({ action: 'membersAdded', ids: added, refused })
      await this.#arrange(devices.filter(({ id }) => added.includes(id)))
    })
  }

  take(ids: DeviceId[]): void {
    this.inTurn(async () => {
      const permitted = await this.context.options.permitted(this.caller, takeControlPermission, ids)
      if (ids.every((id) => permitted.includes(id))) this.change((group) => group.take(ids))
      else this.refuseFrame('error.forbidden')
    })
  }

  typeTexts({ texts }: Frame<'typeTexts'>): void {
    this.change((group) => {
      if (group.isReplaying()) return this.refuseFrame('wall.replayRuns')
      this.sendEvent({ action: 'textsTyped', ids: group.typeTexts(texts) })
    })
  }

  askTool({ id, ids, request }: Frame<'groupTool'>): void {
    this.change((group) => {
      if (group.isReplaying()) return this.refuseFrame('wall.replayRuns')
      this.#tool = { id, name: request.tool }
      this.#toolResults = []
      const others = group.askTool(ids, { id, request })
      const results = [...others].map(([member, why]) => ({ id: member, why, msg: null }))
      this.sendEvent({ action: 'toolResults', id, results })
    })
  }

  askApps(): void {
    const leader = this.#group?.reach()
    if (leader) leader.ask(appsRequest, { tool: 'listApps' })
    else this.refuseFrame(this.#group ? 'wall.leaderAway' : 'wall.noGroup')
  }

  askClipboard({ only, ...frame }: Frame<'askClipboard'>): void {
    const why = this.#whyNoInput(only)
    if (why) this.refuseFrame(why)
    else this.#group?.reach(only)?.send(frame)
  }

  repeatMissed(ids: DeviceId[]): void {
    this.change((group) => {
      if (!group.hasRepeatable(ids)) return this.refuseFrame('wall.nothingToRepeat')
      this.guard(() => group.repeat(ids))
    })
  }

  startReplay({ recordingId, speed }: Frame<'startReplay'>): void {
    this.inTurn(async () => {
      const recording = await this.#findRecording(recordingId)
      if (!recording) return
      const { steps, skipped } = recordedSteps(recording)
      if (steps.length === 0) return this.refuseFrame('recording.noInputs')
      if (steps.length > maxReplaySteps) return this.refuseFrame('wall.replayTooLong')
      const order = { recordingId, deviceNo: recording.deviceNo, speed, steps, skipped }
      this.#replayIn((group) => {
        if ((group.replay?.state ?? 'ended') !== 'ended') return 'wall.replayRuns'
        return group.isLeaderHere ? () => group.startReplay(order) : 'wall.leaderAway'
      })
    })
  }

  steerReplay({ to }: Frame<'steerReplay'>): void {
    this.#replayIn((group) => {
      if (to === 'pause') group.replay?.pause()
      else if (to === 'stop') group.replay?.stop()
      else if (to === 'close') group.closeReplay()
      else return group.isLeaderHere ? () => group.resumeReplay() : 'wall.leaderAway'
      return undefined
    })
  }

  continueReplay(ids: DeviceId[]): void {
    this.#replayIn((group) =>
      group.canContinueReplay(ids) ? () => group.continueReplay(ids) : 'wall.nothingToRepeat',
    )
  }

  watchLog(id: DeviceId | null): void {
    this.#loggedId = id
    if (id !== null) this.#logNews.add(id)
  }

  /** Not queued: an input does not wait for the database. */
  input({ frame, only }: Frame<'groupInput'>): void {
    const why = this.#whyNoInput(only)
    this.#only = only
    if (!why) this.#group?.input(frame, only)
    // A finger move changes no state.
    if (frame.action === 'canvas_action' && frame.action_type === 'touchMove') return
    this.#isGroupStale ||= this.#group !== undefined
    if (why) this.refuseFrame(why)
  }

  tick(now: number): void {
    if (this.#noted.size > 0) {
      this.sendEvent({ action: 'tileNotes', tiles: [...this.#noted].map(({ note }) => note) })
      this.#noted.clear()
    }
    this.#pictures.send(this.#phones.values(), now)
    if (this.#isGroupStale) {
      this.#isGroupStale = false
      this.sendEvent({ action: 'groupState', group: this.#group?.info() ?? null })
    }
    this.#sendReplay(now)
    this.#sendToolResults()
    this.#sendLog()
    if (!this.#pictures.adapt(now)) return
    this.#sendRate()
    this.inTurn(() => this.#arrange())
  }

  override sweep(now: number): void {
    super.sweep(now)
    if (now - this.#keptAt < this.context.timing.keepAlive) return
    this.keep()
  }

  /** Confirms the seats, and checks whether the phones' servers still answer. */
  keep(): void {
    this.#keptAt = performance.now()
    for (const phone of this.#phones.values()) this.guard(() => phone.keep())
  }

  protected override route(text: string): boolean {
    return routeWallRequest(text, this)
  }

  protected override async checkAccess(): Promise<void> {
    const { caller } = this
    if (caller.pendingStep || !this.context.options.may(caller, wallPermission))
      return this.refuse(CloseCode.forbidden)
    await this.#updateVisible()
  }

  protected override onLeave(): void {
    this.#group?.end()
    this.#log.leave(this.#logNews)
    for (const phone of this.#phones.values()) phone.close()
    this.#phones.clear()
  }

  async #endGroup(): Promise<void> {
    this.#group?.end()
    this.#group = undefined
    this.#isGroupStale = true
    this.#isReplayStale = true
    await this.#arrange()
  }

  /** The devices that the caller may see now; others are released. */
  async #updateVisible(): Promise<void> {
    const wanted = [...this.#inView].slice(0, maxWallPhones)
    const members = [...this.#phones.keys()].filter((id) => this.#group?.has(id))
    const devices = await this.context.options.wallDevices(this.caller, [...new Set([...wanted, ...members])])
    const seen = new Set(devices.map(({ id }) => id))
    this.#inView = new Set(wanted.filter((id) => seen.has(id)))
    const lost = members.filter((id) => !seen.has(id))
    if (this.#group && lost.length > 0) {
      if (lost.includes(this.#group.info().leader)) await this.#endGroup()
      else this.#group.remove(lost)
      this.#isGroupStale = true
    }
    await this.#arrange(devices)
  }

  /** Adjusts the phones to what is in view and to the members of the group. */
  async #arrange(devices: WallDevice[] = []): Promise<void> {
    if (this.over) return
    for (const device of devices) {
      const phone = this.#phones.get(device.id)
      if (!phone) this.#findPhone(device)
      else if (
        phone.device.mayControl !== device.mayControl ||
        phone.device.isReserved !== device.isReserved
      ) {
        phone.device = device
        this.#isGroupStale = true
      }
    }
    const steps = [...this.#phones].map(([id, phone]) => {
      const isShown = this.#inView.has(id)
      if (!isShown && !this.#group?.has(id)) {
        this.#phones.delete(id)
        this.#noted.delete(phone)
        return phone.close()
      }
      const tile = isShown ? { width: this.#width, delayMs: this.#pictures.delayMs } : hiddenTile
      const wantsControl = this.#group?.wantsControl(phone) ?? false
      return phone.want(tile, wantsControl)
    })
    await Promise.all(steps)
  }

  #findPhone(device: WallDevice | undefined): WallPhone | undefined {
    if (!device) return undefined
    const present = this.#phones.get(device.id)
    if (present) return present
    const phone = new WallPhone(this.context, device, this.#callbacks)
    this.#phones.set(device.id, phone)
    return phone
  }

  async #whyNotAdd(id: DeviceId, device: WallDevice | undefined): Promise<AddRefusal | undefined> {
    if (!device) return { id, deviceNo: null, why: 'unseen' }
    const { deviceNo, mayControl, isReserved } = device
    if (!mayControl) return { id, deviceNo, why: isReserved ? 'reserved' : 'watchOnly' }
    const room = await readRoom(this.context.options.bus, id, this.context.timing.roomAnswer)
    if (!room) return { id, deviceNo, why: 'offline' }
    const holder = room.seats.find(({ viewer }) => viewer === room.controller)
    const isOther = holder?.isWall && holder.viewer !== this.id
    return isOther ? { id, deviceNo, why: 'otherGroup', by: holder.name } : undefined
  }

  /** Why the leader, or `only`, gets no input now. */
  #whyNoInput(only?: DeviceId): TextKey | undefined {
    if (!this.#group) return 'wall.noGroup'
    if (this.#group.isReplaying(only)) return 'wall.replayRuns'
    if (this.#group.reach(only)) return undefined
    return only === undefined ? 'wall.leaderAway' : 'wall.memberAway'
  }

  /** `step` returns why it is refused, what to do, or nothing. */
  #replayIn(step: (group: ControlGroup) => TextKey | (() => Promise<void>) | undefined): void {
    this.change((group) => {
      const next = step(group)
      if (typeof next === 'string') this.refuseFrame(next)
      else if (next) this.guard(next)
    })
  }

  async #findRecording(id: RecordingId): Promise<(Timeline & { deviceNo: string }) | undefined> {
    try {
      return await this.context.options.findRecording?.(this.caller, id)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      this.refuseFrame(errors[error.errorName].text)
      return undefined
    }
  }

  /** Of the newest tool: the page shows no other. */
  #replied({ device }: WallPhone, { id, why, apps = [] }: ToolOutcome): void {
    const msg = why ? ('msg' in why ? why.msg : this.text(why.text)) : null
    if (id === appsRequest) this.sendEvent({ action: 'leaderApps', id: device.id, apps, msg })
    if (id !== this.#tool?.id) return
    const { name } = this.#tool
    if (why) this.#log.failed(device.id, (what) => what.kind === 'tool' && what.tool === name)
    this.#toolResults.push({ id: device.id, why: null, msg })
  }

  /** A phone that takes one finger only; of a group, the page is told of the leader. */
  #refused({ device }: WallPhone, text: TextKey): void {
    if (text !== 'phone.oneFinger' || !this.#group?.has(device.id)) return
    this.#log.failed(device.id, ({ kind }) => kind === 'touch')
    if (device.id === (this.#only ?? this.#group.info().leader)) this.refuseFrame(text)
  }

  #sendToolResults(): void {
    if (!this.#tool || this.#toolResults.length === 0) return
    this.sendEvent({ action: 'toolResults', id: this.#tool.id, results: this.#toolResults })
    this.#toolResults = []
  }

  #sendReplay(now: number): void {
    if (!this.#isReplayStale || now - this.#replaySentAt < replayMs) return
    this.#isReplayStale = false
    this.#replaySentAt = now
    this.sendEvent({ action: 'replayState', replay: this.#group?.replay?.info() ?? null })
  }

  #sendLog(): void {
    const id = this.#loggedId
    if (id !== null && this.#logNews.has(id))
      this.sendEvent({ action: 'groupLog', id, lines: this.#log.of(id) })
    this.#logNews.clear()
  }

  #sendRate(): void {
    this.sendEvent({ action: 'wallRate', perSecond: 1000 / this.#pictures.delayMs })
  }
}

const wallRequests: FrameHandlers<WallRequest, WallSession> = {
  watchPhones: (frame, wall) => wall.watch(frame),
  batchDrawn: ({ batch }, wall) => wall.drawn(batch),
  startGroup: (frame, wall) => wall.startGroup(frame),
  leadBy: ({ id }, wall) => wall.change((group) => group.leadBy(id)),
  pauseMembers: ({ ids }, wall) => wall.change((group) => group.pause(ids)),
  resumeMembers: ({ ids }, wall) => wall.change((group) => group.resume(ids)),
  takeMembers: ({ ids }, wall) => wall.take(ids),
  addMembers: ({ ids }, wall) => wall.addMembers(ids),
  removeMembers: ({ ids }, wall) => wall.change((group) => group.remove(ids)),
  repeatMissed: ({ ids }, wall) => wall.repeatMissed(ids),
  watchGroupLog: ({ id }, wall) => wall.watchLog(id),
  startReplay: (frame, wall) => wall.startReplay(frame),
  steerReplay: (frame, wall) => wall.steerReplay(frame),
  continueReplay: ({ ids }, wall) => wall.continueReplay(ids),
  groupInput: (frame, wall) => wall.input(frame),
  typeTexts: (frame, wall) => wall.typeTexts(frame),
  groupTool: (frame, wall) => wall.askTool(frame),
  askApps: (_, wall) => wall.askApps(),
  askClipboard: (frame, wall) => wall.askClipboard(frame),
  spreadGroup: ({ spreadMs }, wall) => wall.change((group) => group.spread(spreadMs)),
  stopGroup: (_, wall) => wall.stopGroup(),
  ping: (_, wall) => wall.send(pongText),
  pong: () => {},
}
const routeWallRequest = frameRouter(WallRequest, wallRequests)
