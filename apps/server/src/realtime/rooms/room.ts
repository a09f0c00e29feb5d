import type { PhoneOrder } from '@fleetdeck/contract/phone-socket'
import type { RecordingMark } from '@fleetdeck/contract/recording-marks'
import type { IceServer } from '@fleetdeck/contract/screen-action'
import type { Guest, RoomFacts, Seat } from '../bus/messages.ts'

interface Place {
  name: string
  heardAt: number
  sees: 'video' | 'pictures' | 'nothing'
  guest: Guest | undefined
}

type ScreenOrder = Extract<PhoneOrder, { action: 'startScreen' }>

export interface RoomDoors {
  order(order: PhoneOrder): void
  changed(): void
  /** For the phone's side of video; made anew each time. */
  iceServers(): IceServer[]
}

const videoMode = '1'
const cameraOpen = '0'

const recordingOf = (guest: Guest | undefined) => (typeof guest === 'object' ? guest.recording : undefined)

function seenFrom({ setting, guest }: Seat): Place['sees'] {
  if (guest === 'player') return 'nothing'
  return setting.screen_mode === videoMode && !guest ? 'video' : 'pictures'
}

/** Who looks at a phone, and who of them controls it (spec §4, projection). Lives as long as somebody looks. */
export class Room {
  controller: string | null = null
  /** The last picture, for those who come later: an unchanged screen sends none. */
  lastFrame: Uint8Array | undefined
  private readonly places = new Map<string, Place>()
  /** Who asks for control, in the order in which they asked. */
  private readonly asking = new Set<string>()
  /** Who wants the time code drawn. */
  private readonly measuring = new Set<string>()
  private readonly doors: RoomDoors
  private setting: Record<string, string> = {}
  private screenRuns = false
  /** What the phone was last told to show. */
  private told: string | undefined

  constructor(doors: RoomDoors) {
    this.doors = doors
  }

  get isEmpty(): boolean {
    return this.places.size === 0
  }

  has(viewer: string): boolean {
    return this.places.has(viewer)
  }

  /** The settings are the controller's, watchers see what he sees; video or pictures is everybody's own choice. */
  join(seat: Seat, now: number): void {
    const { name, guest } = seat
    this.places.set(seat.viewer, { name, heardAt: now, sees: seenFrom(seat), guest })
    if (!this.controller && (seat.returning?.controlled ?? true)) this.controller = seat.viewer
    if (this.controller === seat.viewer || !this.screenRuns) this.setting = seat.setting
    this.showScreen()
    this.doors.changed()
  }

  /** False when the viewer has no place, and has to join again. */
  keep(viewer: string, now: number): boolean {
    const place = this.places.get(viewer)
    if (place) place.heardAt = now
    return place !== undefined
  }

  exit(viewer: string): void {
    if (!this.places.delete(viewer)) return
    this.asking.delete(viewer)
    this.measuring.delete(viewer)
    if (this.controller === viewer) this.controller = null
    if (this.isEmpty) this.stopScreen()
    else if (this.screenRuns) this.showScreen()
    this.doors.changed()
  }

  release(viewer: string): void {
    if (this.controller !== viewer) return
    this.controller = null
    this.doors.changed()
  }

  /** True when the viewer controls the phone; takes control if it is free. */
  takesControl(viewer: string): boolean {
    if (!this.controller && this.places.has(viewer)) {
      this.controller = viewer
      this.asking.delete(viewer)
      this.doors.changed()
    }
    return this.controller === viewer
  }

  /** A free phone is taken at once. */
  ask(viewer: string): void {
    if (!this.places.has(viewer) || this.takesControl(viewer)) return
    this.asking.add(viewer)
    this.doors.changed()
  }

  /** The controller's answer to one who asked; nobody else's counts. */
  grant(by: string, viewer: string, isGranted: boolean): void {
    if (this.controller !== by || !this.asking.delete(viewer)) return
    if (isGranted) this.controller = viewer
    this.doors.changed()
  }

  /** Whether the viewer may take it is not for the room to know. */
  take(viewer: string): void {
    if (!this.places.has(viewer)) return
    this.asking.delete(viewer)
    this.controller = viewer
    this.doors.changed()
  }

  measure(viewer: string, isOn: boolean): void {
    if (!this.places.has(viewer)) return
    if (isOn) this.measuring.add(viewer)
    else this.measuring.delete(viewer)
    if (this.screenRuns) this.showScreen()
  }

  /** The phone could not go on, though it may try by itself; whoever joins again starts it anew. */
  screenFailed(): void {
    this.screenRuns = false
    this.lastFrame = undefined
  }

  /** Servers that crashed never said goodbye for their viewers. */
  dropSilent(now: number, silence: number): void {
    for (const [viewer, place] of this.places) if (now - place.heardAt > silence) this.exit(viewer)
  }

  facts(): RoomFacts {
    const places = [...this.places].filter(([, { guest }]) => recordingOf(guest) === undefined)
    const seats = places.map(([viewer, { name }]) => ({ viewer, name }))
    return { controller: this.controller, seats, asking: [...this.asking], recording: this.recording }
  }

  /** Who records what goes on here. */
  get recording(): RecordingMark | null {
    const marks = [...this.places.values()].map(({ guest }) => recordingOf(guest))
    return marks.find((mark) => mark !== undefined) ?? null
  }

  nameOf(viewer: string): string {
    return this.places.get(viewer)?.name ?? ''
  }

  /** Tells the phone what to show, if it does not know. */
  private showScreen(): void {
    const order = this.screenOrder()
    const text = JSON.stringify(order)
    if (this.screenRuns && text === this.told) return
    this.screenRuns = true
    this.told = text
    if (!order.pictures) this.lastFrame = undefined
    const forVideo = order.viewers?.length ? { iceServers: this.doors.iceServers() } : {}
    this.doors.order({ ...order, ...forVideo })
  }

  private screenOrder(): ScreenOrder {
    const places = [...this.places]
    const viewers = places.filter(([, { sees }]) => sees === 'video').map(([viewer]) => viewer)
    const { controller, setting } = this
    const showsCamera =
      setting.local_cam === cameraOpen && controller !== null && viewers.includes(controller)
    return {
      action: 'startScreen',
      setting,
      viewers,
      pictures: places.some(([, { sees }]) => sees === 'pictures'),
      timeCode: this.measuring.size > 0,
      ...(showsCamera && { camera: controller }),
    }
  }

  private stopScreen(): void {
    this.doors.order({ action: 'stopScreen' })
    this.screenRuns = false
    this.lastFrame = undefined
  }
}
