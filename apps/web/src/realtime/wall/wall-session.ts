import type { DeviceId } from '@fleetdeck/contract/ids'
import type { GroupTool, PhoneApp } from '@fleetdeck/contract/phone-tools'
import type { replaySpeeds } from '@fleetdeck/contract/recordings'
import {
  type AddRefusal,
  type GroupInput,
  type GroupLogLine,
  type GroupReplay,
  type TileNote,
  WallEvent,
  type WallGroup,
  type WallRequestInput,
  wallSocketPath,
} from '@fleetdeck/contract/wall-socket'
import { reportError } from '../../ground/report-error.ts'
import { BrowserSocket, resendMs, type SocketRefusal, type SocketState } from '../browser-socket.ts'
import { socketUrl } from '../socket-url.ts'
import { Divergence } from './grey-picture.ts'
import { WallPainter } from './wall-painter.ts'

/** Interval at which visible tiles are reported while scrolling; ms. */
const watchMs = 150
const compareMs = 50
/** A phone may have to start an app first. */
const toolPatienceMs = 20_000
/** Of up to 5,000 characters each: the server takes messages of up to 512 KB. */
const textsPerFrame = 20

/** What a tile shows instead of its phone's present screen. */
export interface Note {
  /** When the phone showed the frame last, ms since 1970; undefined if there is none. */
  until: number | undefined
  /** Why the phone cannot show its screen; empty if it gives no reason. */
  failure: string | undefined
}

export interface WallState {
  socket: SocketState
  refusal: SocketRefusal | undefined
  /** Frames per second requested from each phone. */
  perSecond: number | undefined
  group: WallGroup | null
  /** Of the watched member. */
  log: { id: number; lines: readonly GroupLogLine[] } | undefined
  /** Phones in view whose frames arrive over this connection. */
  live: ReadonlySet<number>
  /** Phones whose newest frame is black. */
  black: ReadonlySet<number>
  notes: ReadonlyMap<number, Note>
  /** Who controls a phone in view, by its id. */
  controllers: ReadonlyMap<number, string>
  /** Followers that no longer show the same as the leader. */
  differing: ReadonlySet<number>
  /** isCut: the connection was lost before it ended; these are its last values. */
  replay: (GroupReplay & { isCut?: boolean }) | null
  /** What became of the phones that were to join the group last. */
  added: { ids: readonly number[]; refused: readonly AddRefusal[] } | undefined
  /** The last texts of their own for members. */
  typed: { ids: ReadonlySet<number>; answersLeft: number }
  tool: GroupToolUse | undefined
  /** Of the leader with this id; `msg`: why it could not list them. */
  apps: { id: number; apps: readonly PhoneApp[]; msg: string | null } | undefined
}

type ToolResult = Extract<WallEvent, { action: 'toolResults' }>['results'][number]

/** The last tool that many members were asked for. */
export interface GroupToolUse {
  id: string
  request: GroupTool
  ids: readonly number[]
  /** Missing for phones that did not answer yet. */
  results: ReadonlyMap<number, Pick<ToolResult, 'why' | 'msg'>>
  /** No further answer is awaited. */
  isOver: boolean
}

const initialState: WallState = {
  socket: 'closed',
  refusal: undefined,
  perSecond: undefined,
  live: new Set(),
  black: new Set(),
  notes: new Map(),
  controllers: new Map(),
  group: null,
  replay: null,
  added: undefined,
  log: undefined,
  differing: new Set(),
  typed: { ids: new Set(), answersLeft: 0 },
  tool: undefined,
  apps: undefined,
}

/** One page with the screens of many phones, and the group it controls; across reconnects and hidden tabs. */
export class WallSession {
  readonly #socket: BrowserSocket<WallRequestInput, WallEvent>
  readonly #painter: WallPainter
  readonly #divergence = new Divergence()
  readonly #listeners = new Set<() => void>()
  readonly #onRefused: (msg: string) => void
  readonly #onClipboard: ((text: string) => void) | undefined
  readonly #observer: IntersectionObserver
  readonly #ids = new Map<Element, number>()
  readonly #inView = new Set<number>()
  #state = initialState
  #width = 180
  #loggedId: number | null = null
  #isHidden = false
  #watching: ReturnType<typeof setTimeout> | undefined
  #resending: ReturnType<typeof setTimeout> | undefined
  #comparing: ReturnType<typeof setInterval> | undefined
  #tools = 0
  #toolTimer: ReturnType<typeof setTimeout> | undefined

  /** @param onClipboard the text of a phone's clipboard, which was asked for */
  constructor(token: string, onRefused: (msg: string) => void, onClipboard?: (text: string) => void) {
    this.#onRefused = onRefused
    this.#onClipboard = onClipboard
    this.#socket = new BrowserSocket<WallRequestInput, WallEvent>({
      url: () => socketUrl(wallSocketPath),
      token,
      schema: WallEvent,
      onEvent: (event) => this.#receive(event),
      onBinary: (bytes) => {
        this.#painter.show(bytes).catch(reportError)
      },
      onState: (socket, refusal) => this.#entered(socket, refusal),
    })
    this.#painter = new WallPainter({
      onDrawn: (batch, ids) => {
        this.#socket.send({ action: 'batchDrawn', batch })
        this.#showed(ids)
        this.#compare()
      },
      onGrey: (id, grey) => this.#divergence.put(id, grey),
      onBlack: (black) => this.#set({ black }),
    })
    this.#observer = new IntersectionObserver((entries) => this.#onIntersection(entries))
  }

  readonly state = (): WallState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  open() {
    this.#socket.open()
    this.#comparing = setInterval(() => this.#compare(), compareMs)
  }

  close() {
    clearInterval(this.#comparing)
    clearTimeout(this.#watching)
    clearTimeout(this.#resending)
    clearTimeout(this.#toolTimer)
    this.#observer.disconnect()
    this.#socket.close()
    this.#painter.dispose()
  }

  /** The phone's frames are shown on the canvas while it is visible; the returned function ends it. */
  attach(id: DeviceId, canvas: HTMLCanvasElement): () => void {
    const detach = this.#painter.attach(id, canvas)
    this.#ids.set(canvas, id)
    this.#observer.observe(canvas)
    return () => {
      detach()
      this.#observer.unobserve(canvas)
      this.#ids.delete(canvas)
      this.#inView.delete(id)
      this.#watchSoon()
    }
  }

  /** Width of a tile in pixels. */
  setWidth(width: number) {
    this.#width = width
    this.#watchSoon()
  }

  /** A hidden tab streams nothing. */
  setHidden(isHidden: boolean) {
    if (isHidden === this.#isHidden) return
    this.#isHidden = isHidden
    this.#watch()
  }

  startGroup(leader: number, followers: readonly number[]) {
    this.#socket.send({ action: 'startGroup', leader, followers: [...followers] })
  }

  stopGroup() {
    this.#socket.send({ action: 'stopGroup' })
  }

  leadBy(id: number) {
    this.#socket.send({ action: 'leadBy', id })
  }

  change(
    action: 'pauseMembers' | 'resumeMembers' | 'takeMembers' | 'removeMembers' | 'repeatMissed',
    ids: readonly number[],
  ) {
    if (ids.length > 0) this.#socket.send({ action, ids: [...ids] })
  }

  /** The log of a member is reported until another one, or null, is named. */
  watchLog(id: number | null) {
    this.#loggedId = id
    this.#socket.send({ action: 'watchGroupLog', id })
  }

  addMembers(ids: readonly number[]) {
    this.forgetAdded()
    if (ids.length > 0) this.#socket.send({ action: 'addMembers', ids: [...ids] })
  }

  forgetAdded() {
    if (this.#state.added) this.#set({ added: undefined })
  }

  startReplay(recordingId: number, speed: (typeof replaySpeeds)[number]) {
    this.#socket.send({ action: 'startReplay', recordingId, speed })
  }

  /** The rest of the steps is sent to those that lack them. */
  continueReplay(ids: readonly number[]) {
    this.#socket.send({ action: 'continueReplay', ids: [...ids] })
  }

  /** close: an ended replay is no longer shown. */
  steerReplay(to: 'pause' | 'resume' | 'stop' | 'close') {
    if (to === 'close') this.#set({ replay: null })
    this.#socket.send({ action: 'steerReplay', to })
  }

  /** 0: followers act immediately. */
  spread(spreadMs: number) {
    this.#socket.send({ action: 'spreadGroup', spreadMs })
  }

  /** To each member its own text; the state tells which ones it was sent to. */
  typeTexts(texts: readonly { id: number; text: string }[]) {
    const parts = Math.ceil(texts.length / textsPerFrame)
    this.#set({ typed: { ids: new Set(), answersLeft: parts } })
    for (let part = 0; part < parts; part += 1) {
      const some = texts.slice(part * textsPerFrame, (part + 1) * textsPerFrame)
      this.#socket.send({ action: 'typeTexts', texts: some })
    }
  }

  /** On each of these members; the state tells what became of it. */
  askTool(request: GroupTool, ids: readonly number[]) {
    clearTimeout(this.#toolTimer)
    this.#tools += 1
    const id = `g${this.#tools}`
    this.#set({ tool: { id, request, ids, results: new Map(), isOver: false } })
    this.#toolTimer = setTimeout(() => this.#endTool(), toolPatienceMs)
    this.#socket.send({ action: 'groupTool', id, ids: [...ids], request })
  }

  forgetTool() {
    clearTimeout(this.#toolTimer)
    this.#set({ tool: undefined })
  }

  /** The state has the leader's apps once it answers. */
  askApps() {
    this.#socket.send({ action: 'askApps' })
  }

  /** Of the leader, or of another member. copies: what is selected on the phone is copied first. */
  askClipboard({ copies = false } = {}, only?: number) {
    this.#socket.send({
      action: 'askClipboard',
      ...(copies && { copies }),
      ...(only !== undefined && { only }),
    })
  }

  /** Accepts those that look different, such as home screens with other wallpapers. */
  accept(ids: readonly number[]) {
    const { group } = this.#state
    if (group) this.#divergence.accept(group.leader, ids)
  }

  /** To all followers, or to one. */
  input(frame: GroupInput, only?: number) {
    this.#socket.send({ action: 'groupInput', frame, ...(only !== undefined && { only }) })
  }

  #entered(socket: SocketState, refusal: SocketRefusal | undefined) {
    const { group } = this.#state
    this.#set({ socket, refusal, ...(socket !== 'open' && { live: new Set() }) })
    this.#expectNoAnswers()
    if (socket !== 'open') return this.#cutReplay()
    this.#watch()
    if (this.#loggedId !== null) this.watchLog(this.#loggedId)
    // The server dissolved the group with the socket.
    if (group) this.#regroup(group)
  }

  #regroup({ leader, members, spreadMs }: WallGroup) {
    const followers = members.map(({ id }) => id).filter((id) => id !== leader)
    if (followers.length > 0) this.startGroup(leader, followers)
    if (spreadMs > 0) this.spread(spreadMs)
    this.change(
      'pauseMembers',
      members.filter(({ state }) => state === 'paused').map(({ id }) => id),
    )
  }

  #receive(event: WallEvent) {
    if (event.action === 'refused') {
      this.#onRefused(event.msg)
      this.#expectNoAnswers()
      if (event.dropped) this.#watchLater()
    } else if (event.action === 'wallRate') this.#paced(event.perSecond)
    else if (event.action === 'tileNotes') this.#note(event.tiles)
    else if (event.action === 'groupLog') this.#set({ log: { id: event.id, lines: event.lines } })
    else if (event.action === 'groupState') this.#grouped(event.group)
    else if (event.action === 'membersAdded') this.#set({ added: { ids: event.ids, refused: event.refused } })
    else if (event.action === 'replayState') this.#replayed(event.replay)
    else if (event.action === 'textsTyped') this.#typedOn(event.ids)
    else if (event.action === 'toolResults') this.#usedTool(event)
    else if (event.action === 'leaderApps')
      this.#set({ apps: { id: event.id, apps: event.apps, msg: event.msg } })
    else if (event.action === 'clipboard') this.#onClipboard?.(event.text)
  }

  /** It ended with the socket. */
  #cutReplay() {
    const { replay } = this.#state
    if (replay && replay.state !== 'ended') this.#set({ replay: { ...replay, state: 'ended', isCut: true } })
  }

  #replayed(replay: GroupReplay | null) {
    // The new socket knows no replay.
    if (replay || !this.#state.replay?.isCut) this.#set({ replay })
  }

  #typedOn(ids: readonly number[]) {
    const { typed } = this.#state
    this.#set({ typed: { ids: new Set([...typed.ids, ...ids]), answersLeft: typed.answersLeft - 1 } })
  }

  #usedTool({ id, results }: Extract<WallEvent, { action: 'toolResults' }>) {
    const { tool } = this.#state
    if (tool?.id !== id) return
    const known = new Map(tool.results)
    for (const { id: phone, why, msg } of results) known.set(phone, { why, msg })
    this.#set({ tool: { ...tool, results: known } })
    if (known.size >= tool.ids.length) this.#endTool()
  }

  #endTool() {
    clearTimeout(this.#toolTimer)
    const { tool } = this.#state
    if (tool && !tool.isOver) this.#set({ tool: { ...tool, isOver: true } })
  }

  #expectNoAnswers() {
    this.#endTool()
    const { typed } = this.#state
    if (typed.answersLeft > 0) this.#set({ typed: { ...typed, answersLeft: 0 } })
  }

  #paced(perSecond: number) {
    this.#divergence.perSecond = perSecond
    this.#set({ perSecond })
  }

  #grouped(group: WallGroup | null) {
    this.#painter.compared = new Set(group?.members.map(({ id }) => id))
    if (!group) this.#divergence.clear()
    this.#set({ group, differing: this.#divergence.differing })
  }

  #showed(ids: readonly number[]) {
    const { live, notes } = this.#state
    const added = ids.filter((id) => this.#inView.has(id) && !live.has(id) && !notes.has(id))
    if (added.length > 0) this.#set({ live: new Set([...live, ...added]) })
  }

  #note(tiles: readonly TileNote[]) {
    const notes = new Map(this.#state.notes)
    const controllers = new Map(this.#state.controllers)
    const live = new Set(this.#state.live)
    for (const { id, keptMs, failure, controller } of tiles) {
      if (controller === null) controllers.delete(id)
      else controllers.set(id, controller)
      if (keptMs === null && failure === null) notes.delete(id)
      else {
        notes.set(id, {
          until: keptMs === null ? undefined : Date.now() - keptMs,
          failure: failure ?? undefined,
        })
        live.delete(id)
      }
    }
    this.#set({ notes, controllers, live })
  }

  /** Only followers are expected to show the same. */
  #compare() {
    const { group } = this.#state
    if (!group) return
    const followers = group.members
      .filter(({ id, state }) => id !== group.leader && (state === 'follows' || state === 'paused'))
      .map(({ id }) => id)
    if (this.#divergence.look(group.leader, followers, performance.now()))
      this.#set({ differing: this.#divergence.differing })
  }

  #onIntersection(entries: IntersectionObserverEntry[]) {
    for (const { target, isIntersecting } of entries) {
      const id = this.#ids.get(target)
      if (id === undefined) continue
      if (isIntersecting) this.#inView.add(id)
      else this.#inView.delete(id)
    }
    this.#watchSoon()
  }

  #watchSoon() {
    this.#watching ??= setTimeout(() => this.#watch(), watchMs)
  }

  #watchLater() {
    clearTimeout(this.#resending)
    this.#resending = setTimeout(() => this.#watch(), resendMs)
  }

  #watch() {
    clearTimeout(this.#watching)
    this.#watching = undefined
    const ids = this.#isHidden ? [] : [...this.#inView]
    const live = new Set(ids.filter((id) => this.#state.live.has(id)))
    if (live.size < this.#state.live.size) this.#set({ live })
    this.#socket.send({ action: 'watchPhones', ids, width: this.#width })
  }

  #set(info: Partial<WallState>) {
    this.#state = { ...this.#state, ...info }
    for (const listener of [...this.#listeners]) listener()
  }
}
