import type { ScreenActionType } from '@fleetdeck/contract/screen-action'
import type { AppId } from '../drivers/simulated/apps.ts'
import type { Point, Rect } from '../drivers/simulated/geometry.ts'
import { homeIcons } from '../drivers/simulated/home-layout.ts'
import { createProfile } from '../drivers/simulated/profile.ts'
import { SimulatedDevice } from '../drivers/simulated/simulated-device.ts'

/** A simulated phone, its clock, and a user's finger. */
export class Finger {
  readonly phone: SimulatedDevice
  readonly lines: string[] = []
  /** ms since 1970; noon, so that a few seconds later are the same minute. */
  now = Date.UTC(2030, 0, 1, 12)

  constructor(index = 1) {
    this.phone = new SimulatedDevice(createProfile(index, `phone-${index}`), 'en', () => this.now)
    this.phone.listen((event) => {
      if (event.type === 'log') this.lines.push(event.msg)
    })
  }

  get state() {
    return this.phone.state
  }

  async press(button: ScreenActionType): Promise<void> {
    await this.phone.input({ type: button, x: 0, y: 0 })
    this.now += 1000
  }

  async tap(at: Point | Rect): Promise<void> {
    const point = 'width' in at ? { x: at.x + at.width / 2, y: at.y + at.height / 2 } : at
    await this.#touch('touchDown', point)
    this.now += 60
    await this.#touch('touchUp', point)
    this.now += 1000
  }

  async swipe(from: Point, to: Point, stepMs = 16): Promise<void> {
    const steps = 10
    await this.#touch('touchDown', from)
    for (let step = 1; step <= steps; step++) {
      this.now += stepMs
      const share = step / steps
      await this.#touch('touchMove', {
        x: from.x + (to.x - from.x) * share,
        y: from.y + (to.y - from.y) * share,
      })
    }
    await this.#touch('touchUp', to)
  }

  async open(app: AppId): Promise<void> {
    const icon = homeIcons(this.state).find((candidate) => candidate.kind === 'app' && candidate.app === app)
    if (!icon) throw new Error(`${app} is not on the home screen`)
    await this.tap(icon)
  }

  #touch(type: ScreenActionType, { x, y }: Point): Promise<void> {
    const { width, height } = this.state.profile
    return this.phone.input({ type, x: x / width, y: y / height })
  }
}
