import type { Command } from './command.ts'
import { devicesCommand } from './commands/devices.ts'
import { initCommand } from './commands/init.ts'
import { pullCommand } from './commands/pull.ts'
import { pushCommand } from './commands/push.ts'

/** In the order of the help. */
export const commands: readonly Command[] = [initCommand, pullCommand, pushCommand, devicesCommand]
