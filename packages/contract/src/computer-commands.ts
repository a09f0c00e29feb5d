import { z } from 'zod'

/** What an agent may offer; apart from its socket, which most pages do not need. */
export const ComputerCommandName = z.enum([
  'check',
  'restartAgent',
  'restartAdb',
  'reconnect',
  'resetPort',
  'switchPort',
  'pairByQr',
  'pairByCode',
  'readLog',
])
export type ComputerCommandName = z.output<typeof ComputerCommandName>
