import type { AppIntent, AppVersion, CurrentApp, PhoneApps } from '../phone-parts.ts'
import { openPage } from './app-access.ts'
import { type AppId, initialApps } from './apps.ts'
import { goHome, openApp } from './buttons.ts'
import type { PhoneState } from './phone-state.ts'
import { named, type PhoneStore } from './phone-store.ts'

const isAppId = (name: string): name is AppId => Object.hasOwn(initialApps, name)

export class SimulatedApps implements PhoneApps {
  readonly #phone: PhoneStore

  constructor(phone: PhoneStore) {
    this.#phone = phone
  }

  async current(): Promise<CurrentApp> {
    const { place, locked } = this.#phone.state
    if (place.at === 'app' && !locked) return { id: place.app, activity: `${place.app}.MainActivity` }
    if (place.at === 'installed' && !locked) return { id: place.name, activity: 'MainActivity' }
    return { id: 'home', activity: locked ? 'home.LockActivity' : 'home.MainActivity' }
  }

  async installed(app: string): Promise<AppVersion | undefined> {
    return this.#has(app) ? { versionName: '1.0.0', versionCode: 1 } : undefined
  }

  /** By its id or by its name below the icon. */
  async launch(app: string): Promise<void> {
    const { state, texts } = this.#phone
    const id = (Object.keys(initialApps) as AppId[]).find(
      (other) => other === app || texts.apps[other] === app,
    )
    if (id) this.#phone.state = openApp(awake(state), id, this.#phone.now())
    else if (state.installed.includes(app))
      this.#phone.state = { ...awake(state), place: { at: 'installed', name: app } }
    else throw named(texts.noApp, app)
  }

  async stop(app: string): Promise<void> {
    this.#require(app)
    this.#phone.state = stopped(this.#phone.state, app, this.#phone.now())
  }

  async clearData(app: string): Promise<void> {
    this.#require(app)
    const state = stopped(this.#phone.state, app, this.#phone.now())
    if (!isAppId(app)) this.#phone.state = state
    else {
      const { seed } = state.apps.club
      const apps = { ...state.apps, [app]: initialApps[app] }
      this.#phone.state = { ...state, apps: { ...apps, club: { ...apps.club, seed } } }
    }
  }

  /** `club://feed`: the app, and a page of it. */
  async openLink(url: string, app?: string): Promise<void> {
    const { state, texts } = this.#phone
    if (app !== undefined) this.#require(app)
    const [, id = '', page = ''] = /^([a-z]+):\/\/([\w/-]*)/.exec(url) ?? []
    if (!isAppId(id) || (app !== undefined && app !== id)) throw named(texts.noLink, url)
    const now = this.#phone.now()
    const opened = openApp(awake(state), id, now)
    const shown = page === '' ? opened : openPage(opened, id, page.replace(/\/$/, ''), now)
    if (!shown) throw named(texts.noPage, url)
    this.#phone.state = shown
  }

  async startIntent(intent: AppIntent): Promise<void> {
    const { action = '', data, component } = intent
    const app = intent.package ?? component?.split('/')[0]
    if (data !== undefined) return this.openLink(data, app)
    if (app !== undefined) return this.launch(app)
    if (action.startsWith('android.settings.')) return this.launch('settings')
    throw named(this.#phone.texts.noLink, action)
  }

  #has(app: string): boolean {
    return isAppId(app) || this.#phone.state.installed.includes(app)
  }

  #require(app: string): void {
    if (!this.#has(app)) throw named(this.#phone.texts.noApp, app)
  }
}

const awake = (state: PhoneState): PhoneState => ({ ...state, screen: 'on', locked: false })

/** The app forgets its page; its data stays. */
function stopped(state: PhoneState, app: string, now: number): PhoneState {
  const { place } = state
  const isInFront =
    (place.at === 'app' && place.app === app) || (place.at === 'installed' && place.name === app)
  const closed = isInFront ? goHome(state, now) : state
  return {
    ...closed,
    opened: closed.opened.filter((other) => other !== app),
    scroll: { ...closed.scroll, [app]: 0 },
  }
}
