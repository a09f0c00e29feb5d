import type { Argument, Command, Option, Suggested } from './command.ts'
import { commonOptions } from './parse-words.ts'

/** A value that the shell suggests is asked from the hidden command `complete`, within its time limit. */
export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/** `files`: the shell's own names of files. */
export type Suggestion = { words: string[] } | { from: Suggested }

const optionsOf = (command: Command): Record<string, Option> => ({ ...command.options, ...commonOptions })

/** What can follow these words; the last one is unfinished. */
export function suggest(commands: readonly Command[], words: readonly string[]): Suggestion {
  const [name = '', ...rest] = words
  const current = rest.at(-1)
  if (current === undefined) return { words: commands.map((command) => command.name) }
  const command = commands.find((each) => each.name === name)
  if (!command) return { words: [] }
  const options = optionsOf(command)
  const before = optionOf(options, rest.at(-2) ?? '')
  if (before?.value) return before.suggests ? { from: before.suggests } : { words: [] }
  if (current.startsWith('-')) return { words: Object.keys(options).map((option) => `--${option}`) }
  const argument = argumentAt(command, rest.slice(0, -1), options)
  return argument?.suggests ? { from: argument.suggests } : { words: [] }
}

const optionOf = (options: Record<string, Option>, word: string): Option | undefined =>
  word.startsWith('--')
    ? options[word.slice(2)]
    : word.startsWith('-')
      ? Object.values(options).find(({ short }) => short === word.slice(1))
      : undefined

function argumentAt({ words }: Command, given: readonly string[], options: Record<string, Option>) {
  const isValue = (at: number) => optionOf(options, given[at - 1] ?? '')?.value !== undefined
  const count = given.filter((word, at) => !word.startsWith('-') && !isValue(at)).length
  const last: Argument | undefined = words.at(-1)
  return words[count] ?? (last?.isList ? last : undefined)
}

/** The shell calls the program for each suggestion, so that its script never becomes outdated. */
export const completionScripts: Record<Shell, string> = {
  bash: `_fleetdeck() {
  local IFS=$'\\n'
  local words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  local found
  found=$(fleetdeck complete -- "\${words[@]}" 2>/dev/null) || return
  if [ "$found" = ":files" ]; then
    COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
    compopt -o filenames 2>/dev/null
  else
    COMPREPLY=()
    local word
    for word in $found; do
      [[ $word == "\${COMP_WORDS[COMP_CWORD]}"* ]] && COMPREPLY+=("$(printf %q "$word")")
    done
  fi
}
complete -F _fleetdeck fleetdeck
`,
  zsh: `#compdef fleetdeck
_fleetdeck() {
  local -a found
  found=("\${(@f)$(fleetdeck complete -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ "\${found[1]}" == ":files" ]]; then
    _files
  else
    compadd -- "\${(@)found:#}"
  fi
}
if [[ \${funcstack[1]} == _fleetdeck ]]; then
  _fleetdeck "$@"
else
  compdef _fleetdeck fleetdeck
fi
`,
  fish: `function __fleetdeck_complete
  set -l words (commandline -opc)[2..-1] (commandline -ct)
  set -l found (fleetdeck complete -- $words 2>/dev/null)
  if test "$found[1]" = ":files"
    __fish_complete_path (commandline -ct)
  else
    printf '%s\\n' $found
  end
end
complete -c fleetdeck -f -a '(__fleetdeck_complete)'
`,
}
