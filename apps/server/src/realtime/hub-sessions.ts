import type { ComputerSession } from './computers/computer-session.ts'
import type { ConsoleSession } from './consoles/console-session.ts'
import type { LogSession } from './logs/log-session.ts'
import type { GuestSeat } from './rooms/guest-seat.ts'
import type { PhoneSession } from './rooms/phone-session.ts'
import type { ViewerSession } from './rooms/viewer-session.ts'
import type { BrowserSocket } from './sockets/browser-socket.ts'
import type { LiveSocket } from './sockets/live-socket.ts'
import type { WallSession } from './wall/wall-session.ts'

interface Ending {
  onceEnded(listener: () => void): void
}

/** Everything open on this server. */
export class HubSessions {
  readonly phones = new Set<PhoneSession>()
  readonly computers = new Set<ComputerSession>()
  readonly viewers = new Set<ViewerSession>()
  readonly consoles = new Set<ConsoleSession>()
  readonly logViewers = new Set<LogSession>()
  readonly walls = new Set<WallSession>()
  /** Seats in rooms that belong to this server itself. */
  readonly guests = new Set<GuestSeat>()

  /** Keeps a session in its set until it ends. */
  track<Session extends Ending>(set: Set<Session>, session: Session): Session {
    set.add(session)
    session.onceEnded(() => set.delete(session))
    return session
  }

  browserSockets(): BrowserSocket[] {
    return [...this.consoles, ...this.viewers, ...this.logViewers, ...this.walls]
  }

  /** Those that connect again without being noticed: a screen that is seen would stand still. */
  pagesWithoutScreen(): BrowserSocket[] {
    return [...this.consoles, ...this.logViewers, ...this.walls]
  }

  sockets(): LiveSocket[] {
    return [...this.phones, ...this.computers, ...this.browserSockets()]
  }
}
