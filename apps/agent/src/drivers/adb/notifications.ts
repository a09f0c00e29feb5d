import type { ScreenElement } from '../device-driver.ts'
import type { PhoneNotification, PhoneNotifications } from '../phone-parts.ts'
import { parseNotifications } from './parse/notifications.ts'
import { sdkOfCmd } from './sdk.ts'
import { type AdbShell, quoted, ShellFailed } from './shell.ts'
import type { AdbTexts } from './texts.ts'

const mostDumpBytes = 8 * 1024 * 1024
const mostListed = 200
const panelMs = 400
/** The button below the notifications, as Android and its vendors name it. */
const clearButton =
  /:id\/(dismiss_text|dismiss_view|clear_all(_button|_btn)?|clear_button|btn_clear_all|delete|clear_notification)$/

export interface NotificationsDeps {
  shell: AdbShell
  texts: AdbTexts
  /** API level of Android. */
  sdk: number
  readElements: () => Promise<ScreenElement[]>
}

export class AdbNotifications implements PhoneNotifications {
  readonly #deps: NotificationsDeps

  constructor(deps: NotificationsDeps) {
    this.#deps = deps
  }

  async list(): Promise<PhoneNotification[]> {
    const output = await this.#deps.shell.text('dumpsys notification --noredact', {
      mostBytes: mostDumpBytes,
    })
    return parseNotifications(output).slice(0, mostListed)
  }

  /** Replaces the one with the same tag. Rejects with ShellFailed before Android 10, which has no such command. */
  async post({ title, tag, text }: { title: string; tag: string; text: string }): Promise<void> {
    const words = [title, tag, text].map(quoted).join(' ')
    const output = await this.#deps.shell.text(`cmd notification post -S bigtext -t ${words}`)
    // Some vendors report failures with exit code 0.
    if (/unknown command|can't find service|exception/i.test(output)) throw new ShellFailed(output.trim())
  }

  async openPanel(): Promise<void> {
    const { shell, sdk } = this.#deps
    await shell.text(sdk < sdkOfCmd ? 'service call statusbar 1' : 'cmd statusbar expand-notifications')
  }

  /** Android has no command for it, so the button of the panel is tapped. */
  async clear(): Promise<void> {
    const { shell, texts, readElements } = this.#deps
    if ((await this.list()).length === 0) return
    await this.openPanel()
    try {
      await new Promise((resolve) => setTimeout(resolve, panelMs))
      const button = (await readElements()).find(({ id }) => clearButton.test(id))
      if (!button) throw new Error(texts.noClearButton)
      const [x, y] = [button.x + button.width / 2, button.y + button.height / 2].map(Math.round)
      await shell.text(`input tap ${x} ${y}`)
    } finally {
      await this.closePanel()
    }
  }

  async closePanel(): Promise<void> {
    const { shell, sdk } = this.#deps
    await shell.run(sdk < sdkOfCmd ? 'service call statusbar 2' : 'cmd statusbar collapse')
  }
}
