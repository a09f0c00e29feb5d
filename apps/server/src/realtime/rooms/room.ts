import type { RecordingId } from '@fleetdeck/contract/ids'
import type { PhoneOrder } from '@fleetdeck/contract/phone-socket'
import type { RecordingMark } from '@fleetdeck/contract/recording-marks'
import type { IceServer } from '@fleetdeck/contract/screen-action'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { Guest, RoomState, Seat } from '../bus/messages.ts'

interface Place {
  name: string
  server: string | undefined
  client: string | undefined
  lastSeenAt: number
  sees: 'video' | 'pictures' | 'nothing'
  setting: Record<string, string>
  guest: Guest | undefined
  watches: boolean
  hasSound: boolean
  isReserved: boolean
  byLink: boolean
  wall: Seat['wall']
}

type ScreenOrder = Extract<PhoneOrder, { action: 'startScreen' }>

type Tile = NonNullable<Seat['wall']>

export interface RoomCallbacks {
  order(order: PhoneOrder): void
  /** A newer socket of its client took over this viewer's seat. */
  replaced(viewer: string): void
  changed(): void
  /** For the phone's side of the video; created for each connection. */
  iceServers(): IceServer[]
}

const videoMode = '1'
const cameraOpen = '0'
const picturesMode = '2'
/** Percent; enough to read a tile. */
const tileQuality = '35'
/** Pixels, until the first frame reports the size. */
const usualScreenSide = 1080

/** As the largest and fastest of the tiles needs it. */
function wallSetting(tiles: Tile[], screenSide: number): Record<string, string> {
  const width = Math.max(...tiles.map((tile) => tile.width))
  const delayMs = Math.min(...tiles.map((tile) => tile.delayMs))
  return {
    screen_mode: picturesMode,
    screen_scale: String(Math.min(100, Math.max(1, Math.ceil((100 * width) / screenSide)))),
    screen_img_quality: tileQuality,
    screen_img_delay: String(delayMs),
  }
}

const recordingOf = (guest: Guest | undefined) => (typeof guest === 'object' ? guest.recording : undefined)

function seenFrom({ setting, guest }: Seat): Place['sees'] {
  if (guest === 'player') return 'nothing'
  return setting.screen_mode === videoMode && !guest ? 'video' : 'pictures'
}

/**
 * The viewers of a phone, and which of them controls it (spec §4, screen mirroring). Exists as long as there is a
 * viewer.
 */
export class Room {
  controller: string | null = null
  /** The last frame, for viewers who join later: an unchanged screen sends none. */
  lastFrame: Uint8Array | undefined
  readonly #places = new Map<string, Place>()
  /** Viewers who ask for control, in the order of their requests. */
  readonly #asking = new Set<string>()
  /** Viewers who want the time code drawn. */
  readonly #measuring = new Set<string>()
  readonly #callbacks: RoomCallbacks
  #setting: Record<string, string> = {}
  #screenSide = usualScreenSide
  #screenRuns = false
  /** The settings last sent to the phone. */
  #told: string | undefined

  constructor(callbacks: RoomCallbacks) {
    this.#callbacks = callbacks
  }

  get isEmpty(): boolean {
    return this.#places.size === 0
  }

  /** Frames are for viewers of other servers than this one, too. */
  isSeenElsewhere(own: string): boolean {
    return [...this.#places.values()].some(({ server, sees }) => server !== own && sees !== 'nothing')
  }

  /** Its phone is one of many on walls, and nobody controls it. */
  get hasOnlyTiles(): boolean {
    return this.controller === null && [...this.#places.values()].every(({ wall }) => wall !== undefined)
  }

  has(viewer: string): boolean {
    return this.#places.has(viewer)
  }

  /**
   * The controller's settings apply, watchers see the same; each viewer chooses between video and frames. Tiles of
   * walls only count while there is no viewer of the phone itself: the screen is encoded once.
   */
  join(seat: Seat, now: number): void {
    const {
      viewer,
      name,
      server,
      client,
      guest,
      wall,
      watches = false,
      isReserved = false,
      byLink = false,
    } = seat
    this.#takeOver(this.#otherSeat(seat), viewer)
    this.#places.set(viewer, {
      name,
      server,
      client,
      lastSeenAt: now,
      sees: seenFrom(seat),
      setting: seat.setting,
      guest,
      watches,
      hasSound: seat.sound === true,
      isReserved,
      byLink,
      wall,
    })
    if (watches) this.#asking.delete(viewer)
    if (watches && this.controller === viewer) this.controller = null
    if (!this.controller && !watches && (seat.returning?.controlled ?? true)) this.controller = viewer
    if (!wall && (this.controller === viewer || !this.#screenRuns)) this.#setting = seat.setting
    this.#showScreen()
    this.#callbacks.changed()
  }

  /** Size of the phone's screen, from its frames: converts a tile's width into percent. */
  noteScreen(width: number, height: number): void {
    const side = Math.min(width, height)
    if (side === this.#screenSide) return
    this.#screenSide = side
    if (this.#screenRuns && this.#screenViewers.length === 0) this.#showScreen()
  }

  /** False when the viewer has no seat, and must join again. A newer socket of its client keeps its seat. */
  keep(seat: Seat, now: number): boolean {
    const place = this.#places.get(seat.viewer)
    if (place) place.lastSeenAt = now
    return place !== undefined || this.#otherSeat(seat) !== undefined
  }

  exit(viewer: string): void {
    if (!this.#places.delete(viewer)) return
    this.#asking.delete(viewer)
    this.#measuring.delete(viewer)
    if (this.controller === viewer) this.controller = null
    if (this.isEmpty) this.#stopScreen()
    else if (this.#screenRuns) this.#showScreen()
    this.#callbacks.changed()
  }

  endRecording(id: RecordingId): void {
    for (const [viewer, { guest }] of this.#places) if (recordingOf(guest)?.id === id) this.exit(viewer)
  }

  release(viewer: string): void {
    if (this.controller !== viewer) return
    this.controller = null
    this.#callbacks.changed()
  }

  /** True when the viewer controls the phone; takes control if it is free. */
  takesControl(viewer: string): boolean {
    if (!this.controller && this.#mayControl(viewer)) {
      this.#asking.delete(viewer)
      this.#giveControl(viewer)
    }
    return this.controller === viewer
  }

  /** Why the viewer's input is refused. */
  whyNot(viewer: string): TextKey | undefined {
    const place = this.#places.get(viewer)
    if (!place) return undefined
    if (place.isReserved) return 'phone.reserved'
    return place.watches ? 'phone.watchOnly' : 'phone.controlledByOther'
  }

  /** A free phone is taken immediately, and so is one that a guest with a link controls: users go before guests. */
  ask(viewer: string): void {
    if (!this.#mayControl(viewer) || this.takesControl(viewer)) return
    const isGuests = this.controller !== null && this.isByLink(this.controller)
    if (isGuests && !this.isByLink(viewer)) {
      this.#giveControl(viewer)
      return
    }
    this.#asking.add(viewer)
    this.#callbacks.changed()
  }

  /** The controller's answer to a request for control; answers of others are ignored. */
  grant(by: string, viewer: string, isGranted: boolean): void {
    if (this.controller !== by || !this.#asking.delete(viewer)) return
    if (isGranted) this.#giveControl(viewer)
    else this.#callbacks.changed()
  }

  /** The caller checks whether the viewer may take it. */
  take(viewer: string): void {
    if (!this.#mayControl(viewer)) return
    this.#asking.delete(viewer)
    this.#giveControl(viewer)
  }

  measure(viewer: string, isOn: boolean): void {
    if (!this.#places.has(viewer)) return
    if (isOn) this.#measuring.add(viewer)
    else this.#measuring.delete(viewer)
    if (this.#screenRuns) this.#showScreen()
  }

  /** The phone failed; it may retry automatically, and joining again restarts it. */
  screenFailed(): void {
    this.#screenRuns = false
    this.lastFrame = undefined
  }

  /** Crashed servers never sent a leave message for their viewers. */
  removeSilent(now: number, silence: number): void {
    for (const [viewer, place] of this.#places) if (now - place.lastSeenAt > silence) this.exit(viewer)
  }

  info(): RoomState {
    const places = [...this.#places].filter(([, { guest }]) => recordingOf(guest) === undefined)
    const seats = places.map(([viewer, { name, wall, byLink }]) => ({
      ...{ viewer, name },
      ...(wall && { isWall: true }),
      ...(byLink && { byLink }),
    }))
    return { controller: this.controller, seats, asking: [...this.#asking], recording: this.recording }
  }

  /** Recorders of this room. */
  get recording(): RecordingMark | null {
    const marks = [...this.#places.values()].map(({ guest }) => recordingOf(guest))
    return marks.find((mark) => mark !== undefined) ?? null
  }

  nameOf(viewer: string): string {
    return this.#places.get(viewer)?.name ?? ''
  }

  isByLink(viewer: string): boolean {
    return this.#places.get(viewer)?.byLink === true
  }

  /** The seat of an earlier socket of the same client. */
  #otherSeat({ viewer, client }: Seat): string | undefined {
    if (client === undefined) return undefined
    return [...this.#places].find(([other, place]) => place.client === client && other !== viewer)?.[0]
  }

  #takeOver(old: string | undefined, viewer: string): void {
    if (old === undefined) return
    this.#places.delete(old)
    this.#measuring.delete(old)
    if (this.#asking.delete(old)) this.#asking.add(viewer)
    if (this.controller === old) this.controller = viewer
    this.#callbacks.replaced(old)
  }

  /** With control, the viewer's settings apply. */
  #giveControl(viewer: string): void {
    this.controller = viewer
    const place = this.#places.get(viewer)
    if (place && place.sees !== 'nothing' && !place.wall) this.#setting = place.setting
    if (this.#screenRuns) this.#showScreen()
    this.#callbacks.changed()
  }

  #mayControl(viewer: string): boolean {
    return this.#places.get(viewer)?.watches === false
  }

  /** Viewers of only this phone. */
  get #screenViewers(): Place[] {
    return [...this.#places.values()].filter(({ sees, wall }) => sees !== 'nothing' && !wall)
  }

  get #tiles(): Tile[] {
    return [...this.#places.values()].flatMap(({ wall }) => wall ?? [])
  }

  /** Sends the phone the settings for its screen, if they changed. */
  #showScreen(): void {
    const [first, ...others] = this.#screenViewers
    if (first && others.length === 0) this.#setting = first.setting
    const order = this.#screenOrder()
    const text = JSON.stringify(order)
    if (this.#screenRuns && text === this.#told) return
    this.#screenRuns = true
    this.#told = text
    if (!order.pictures) this.lastFrame = undefined
    const forVideo = order.viewers?.length ? { iceServers: this.#callbacks.iceServers() } : {}
    this.#callbacks.order({ ...order, ...forVideo })
  }

  #screenOrder(): ScreenOrder {
    const places = [...this.#places]
    const ofVideo = places.filter(([, { sees }]) => sees === 'video')
    const viewers = ofVideo.map(([viewer]) => viewer)
    const sound = ofVideo.filter(([, { hasSound }]) => hasSound).map(([viewer]) => viewer)
    const { controller } = this
    const tiles = this.#tiles
    const isTiles = this.#screenViewers.length === 0 && tiles.length > 0
    const setting = isTiles ? wallSetting(tiles, this.#screenSide) : this.#setting
    const showsCamera =
      setting.local_cam === cameraOpen && controller !== null && viewers.includes(controller)
    return {
      action: 'startScreen',
      setting,
      viewers,
      pictures: places.some(([, { sees }]) => sees === 'pictures'),
      timeCode: this.#measuring.size > 0,
      ...(sound.length > 0 && { sound }),
      ...(showsCamera && { camera: controller }),
    }
  }

  #stopScreen(): void {
    this.#callbacks.order({ action: 'stopScreen' })
    this.#screenRuns = false
    this.lastFrame = undefined
  }
}
