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
  'useWifi',
  'useUsb',
  'limitCharge',
  'readLog',
  'updateAgent',
  'revertAgent',
])
export type ComputerCommandName = z.output<typeof ComputerCommandName>

/** By which a computer may get its phones back: steps of an incident. */
export const IncidentStep = ComputerCommandName.extract(['reconnect', 'restartAdb', 'restartAgent'])
export type IncidentStep = z.output<typeof IncidentStep>
