import { LogEvent, type LogLine, type LogRequest, logSocketPath } from '@fleetdeck/contract/log-socket'
import { BrowserSocket, type SocketRefusal, type SocketState } from './browser-socket.ts'
import { socketUrl } from './socket-url.ts'

export interface LogSocketHandlers {
  onLines: (lines: LogLine[]) => void
  onState: (state: SocketState, refusal?: SocketRefusal) => void
}

/** Opens the live log of one phone; the returned function closes it. */
export function openLogSocket(deviceNo: string, token: string, handlers: LogSocketHandlers): () => void {
  const socket = new BrowserSocket<LogRequest, LogEvent>({
    url: () => socketUrl(logSocketPath, { deviceNo }),
    token,
    schema: LogEvent,
    onState: handlers.onState,
    onEvent: (event) => {
      if (event.action === 'lines') handlers.onLines(event.lines)
    },
  })
  socket.open()
  return () => socket.close()
}
