import { z } from 'zod'
import { ComputerFrame, ComputerOrder, computerSocketPath } from './computer-socket.ts'
import { ConsoleEvent, ConsoleRequest, consoleSocketPath } from './console-socket.ts'
import { ClientEvent, ClientFrame } from './device-socket.ts'
import { LogEvent, LogRequest, logSocketPath } from './log-socket.ts'
import { deviceSocketPath } from './phone-api.ts'
import { PhoneFrame, PhoneOrder } from './phone-socket.ts'
import { WallEvent, WallRequest, wallSocketPath } from './wall-socket.ts'

/** One socket of the server. Text messages are JSON. */
export interface Socket {
  path: string
  /** Whose token opens it; a session may also be an access token, or the visit of a guest. */
  opener: 'phone' | 'computer' | 'session' | 'session-or-token' | 'session-or-visit'
  query: z.ZodObject
  /** The messages that the server receives. */
  received: z.ZodDiscriminatedUnion
  /** The messages that the server sends. */
  sent: z.ZodDiscriminatedUnion
  /** The direction of binary messages: frames of a screen (screen-frame.ts), or batches of them (wall-batch.ts). */
  binary?: 'received' | 'sent'
}

const deviceNo = z.string().max(64)
/** The same after each reconnect of one client. */
const clientId = z
  .string()
  .regex(/^[\w-]{1,64}$/)
  .optional()
/** Of the messages. */
const language = z.enum(['zhcn', 'zhtw', 'en']).optional()

export const sockets = {
  phone: {
    path: deviceSocketPath,
    opener: 'phone',
    query: z.object({ type: z.literal('device') }),
    received: PhoneFrame,
    sent: PhoneOrder,
    binary: 'received',
  },
  computer: {
    path: computerSocketPath,
    opener: 'computer',
    query: z.object({}),
    received: ComputerFrame,
    sent: ComputerOrder,
  },
  screen: {
    path: deviceSocketPath,
    opener: 'session-or-visit',
    query: z.object({ type: z.literal('client'), deviceNo, clientId, language }),
    received: ClientFrame,
    sent: ClientEvent,
    binary: 'sent',
  },
  log: {
    path: logSocketPath,
    opener: 'session-or-token',
    query: z.object({ deviceNo, language }),
    received: LogRequest,
    sent: LogEvent,
  },
  console: {
    path: consoleSocketPath,
    opener: 'session',
    query: z.object({ language }),
    received: ConsoleRequest,
    sent: ConsoleEvent,
  },
  wall: {
    path: wallSocketPath,
    opener: 'session',
    query: z.object({ clientId, language }),
    received: WallRequest,
    sent: WallEvent,
    binary: 'sent',
  },
} as const satisfies Record<string, Socket>
