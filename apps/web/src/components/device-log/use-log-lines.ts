import type { LogLine } from '@fleetdeck/contract/log-socket'
import { useEffect, useState } from 'react'
import { sessionToken } from '../../ground/session-store.ts'
import type { SocketRefusal, SocketState } from '../../realtime/browser-socket.ts'
import { openLogSocket } from '../../realtime/log-socket.ts'

/** So many lines are kept in view; older ones go. */
const keptLines = 5000

export interface NumberedLine extends LogLine {
  /** Counts up over the life of the view. */
  id: number
}

interface Connection {
  socket: SocketState
  refusal?: SocketRefusal | undefined
}

/** The live log of one phone, for as long as the component is shown. */
export function useLogLines(deviceNo: string) {
  const [lines, setLines] = useState<readonly NumberedLine[]>([])
  const [connection, setConnection] = useState<Connection>({ socket: 'connecting' })
  useEffect(() => {
    if (deviceNo === '') return
    let lastId = 0
    return openLogSocket(deviceNo, sessionToken(), {
      onState: (socket, refusal) => {
        // The server tells its last lines again on every connection.
        if (socket === 'open') setLines([])
        setConnection({ socket, refusal })
      },
      onLines: (more) => {
        const numbered = more.map((line) => {
          lastId += 1
          return { ...line, id: lastId }
        })
        setLines((now) => [...now, ...numbered].slice(-keptLines))
      },
    })
  }, [deviceNo])
  return { lines, connection, clear: () => setLines([]) }
}
