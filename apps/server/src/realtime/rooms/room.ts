import type { PhoneOrder } from '@fleetdeck/contract/phone-socket'
import type { RoomFacts, Seat } from '../bus/messages.ts'

interface Place {
  name: string
  heardAt: number
}

export interface RoomDoors {
  order(order: PhoneOrder): void
  changed(): void
}

const videoMode = '1'

/** Who looks at a phone, and who of them controls it (spec §4, projection). Lives as long as somebody looks. */
export class Room {
  controller: string | null = null
  /** The last picture, for those who come later: an unchanged screen sends none. */
  lastFrame: Uint8Array | undefined
  private readonly places = new Map<string, Place>()
  /** Who asks for control, in the order in which they asked. */
  private readonly asking = new Set<string>()
  private readonly doors: RoomDoors
  private setting: Record<string, string> = {}
  private screenRuns = false

  constructor(doors: RoomDoors) {
    this.doors = doors
  }

  get isEmpty(): boolean {
    return this.places.size === 0
  }

  has(viewer: string): boolean {
    return this.places.has(viewer)
  }

  /** The settings are the controller's; watchers see what he sees. */
  join(seat: Seat, now: number): void {
    const came = !this.places.has(seat.viewer)
    this.places.set(seat.viewer, { name: seat.name, heardAt: now })
    if (!this.controller && (seat.returning?.controlled ?? true)) this.controller = seat.viewer
    const decides = this.controller === seat.viewer || !this.screenRuns
    this.runScreen(decides ? seat.setting : this.setting, came)
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
    if (this.controller === viewer) this.controller = null
    if (this.isEmpty) this.stopScreen()
    else if (this.setting.screen_mode === videoMode) this.startScreen()
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
    const seats = [...this.places].map(([viewer, { name }]) => ({ viewer, name }))
    return { controller: this.controller, seats, asking: [...this.asking] }
  }

  private runScreen(setting: Record<string, string>, viewersChanged: boolean): void {
    const isNew = !this.screenRuns || !sameSetting(setting, this.setting)
    this.setting = setting
    // In video mode the phone makes an offer to every viewer, so it has to know them.
    if (isNew || (viewersChanged && setting.screen_mode === videoMode)) this.startScreen()
  }

  private startScreen(): void {
    this.screenRuns = true
    this.doors.order({ action: 'startScreen', setting: this.setting, viewers: [...this.places.keys()] })
  }

  private stopScreen(): void {
    this.doors.order({ action: 'stopScreen' })
    this.screenRuns = false
    this.lastFrame = undefined
  }
}

function sameSetting(one: Record<string, string>, other: Record<string, string>): boolean {
  const keys = Object.keys(one)
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key])
}
