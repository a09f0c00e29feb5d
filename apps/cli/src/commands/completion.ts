import { defineCommand } from '../command.ts'
import { completionScripts, shells } from '../completion.ts'
import { ExitCode, wrongUse } from '../failure.ts'

export const completionCommand = defineCommand({
  name: 'completion',
  text: 'prints a script that completes commands, options, phones and scripts in a shell',
  words: [{ name: shells.join('|'), suggests: shells }],
  notes: [
    'bash: source <(fleetdeck completion bash)',
    'zsh:  source <(fleetdeck completion zsh)',
    'fish: fleetdeck completion fish | source',
  ],
  async run({ words: [name = ''] }, { output }) {
    const shell = shells.find((each) => each === name)
    if (!shell) throw wrongUse(`The shell must be one of ${shells.join(', ')}`)
    output.result({ shell, script: completionScripts[shell] }, () => completionScripts[shell].trimEnd())
    return ExitCode.done
  },
})
