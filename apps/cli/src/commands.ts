import type { Command } from './command.ts'
import { answerCommand } from './commands/answer.ts'
import { completionCommand } from './commands/completion.ts'
import { devicesCommand } from './commands/devices.ts'
import { initCommand } from './commands/init.ts'
import { loginCommand } from './commands/login.ts'
import { logoutCommand } from './commands/logout.ts'
import { logsCommand } from './commands/logs.ts'
import { pullCommand } from './commands/pull.ts'
import { pushCommand } from './commands/push.ts'
import { questionsCommand } from './commands/questions.ts'
import { rolloutCommand } from './commands/rollout.ts'
import { runCommand } from './commands/run.ts'
import { testCommand } from './commands/test.ts'
import { tryCommand } from './commands/try.ts'

/** In the order of the help. */
export const commands: readonly Command[] = [
  loginCommand,
  logoutCommand,
  initCommand,
  pullCommand,
  pushCommand,
  tryCommand,
  testCommand,
  runCommand,
  logsCommand,
  devicesCommand,
  questionsCommand,
  answerCommand,
  rolloutCommand,
  completionCommand,
]
