import type { z } from 'zod'
import { BrowserSocket, type SocketState } from '../../../../apps/web/src/realtime/browser-socket.ts'
import type { World } from './world.ts'

interface Frame {
  action: string
}

/** Presses that change the screen: phones send no frame of an unchanged one. */
export const press = (n: number) =>
  ({ action: 'canvas_action', action_type: n % 2 ? 'recent' : 'home', x: 0, y: 0 }) as const

/** A page's socket, with the console's own way to reconnect. */
export class PageSocket<Sent extends Frame, Received extends Frame> {
  /** Newest event of each action. */
  readonly last = new Map<string, Received>()
  /** How often it was opened. */
  opened = 0
  state: SocketState = 'closed'
  /** The reason it received when it was closed permanently. */
  refused: string | undefined
  readonly #socket: BrowserSocket<Sent, Received>

  constructor(
    world: Pick<World, 'admin'>,
    path: string,
    page: {
      schema: z.ZodType<Received>
      onOpen: () => void
      onEvent?: (event: Received) => void
      onBinary?: (bytes: Uint8Array) => void
      onState?: (state: SocketState) => void
    },
  ) {
    this.#socket = new BrowserSocket<Sent, Received>({
      url: () => world.admin.address.replace('http', 'ws') + path,
      token: world.admin.token ?? '',
      schema: page.schema,
      onEvent: (event) => {
        this.last.set(event.action, event)
        page.onEvent?.(event)
      },
      ...(page.onBinary && { onBinary: page.onBinary }),
      onState: (state, refusal) => {
        this.state = state
        page.onState?.(state)
        if (refusal) this.refused = `${refusal.code} ${refusal.reason}`
        if (state !== 'open') return
        this.opened += 1
        page.onOpen()
      },
    })
  }

  open(): void {
    this.#socket.open()
  }

  send(frame: Sent): void {
    this.#socket.send(frame)
  }

  close(): void {
    this.#socket.close()
  }
}
