import type { LogLine } from '@fleetdeck/contract/log-socket'
import { useEffect, useState } from 'react'
import { sessionToken } from '../../ground/session-store.ts'
import type { SocketRefusal, SocketState } from '../../realtime/browser-socket.ts'
import { openLogSocket } from '../../realtime/log-socket.ts'

/** Maximum number of lines; older ones are dropped. */
const maxLines = 5000

export interface NumberedLine extends LogLine {
  /** Increases over the lifetime of the view. */
  id: number
}

interface Connection {
  socket: SocketState
  refusal?: SocketRefusal | undefined
}

/** The live log of one phone, while the component is mounted. */
export function useLogLines(deviceNo: string) {
  const [lines, setLines] = useState<readonly NumberedLine[]>([])
  const [connection, setConnection] = useState<Connection>({ socket: 'connecting' })
  useEffect(() => {
    if (deviceNo === '') return
    let lastId = 0
    return openLogSocket(deviceNo, sessionToken(), {
      onState: (socket, refusal) => {
        // The server sends its last lines again on every connection.
        if (socket === 'open') setLines([])
        setConnection({ socket, refusal })
      },
      onLines: (more) => {
        const numbered = more.map((line) => {
          lastId += 1
          return { ...line, id: lastId }
        })
        setLines((now) => [...now, ...numbered].slice(-maxLines))
      },
    })
  }, [deviceNo])
  return { lines, connection, clear: () => setLines([]) }
}
