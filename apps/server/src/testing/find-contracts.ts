/** What servers of the version before cannot work with, by a sentence about it. */
const contracts: [RegExp, string][] = [
  [
    /\bdrop (table|column|type|schema|view|materialized view|sequence|function|trigger)\b/,
    'removes what is read',
  ],
  [/\bdrop (constraint|index)\b/, 'removes a rule that writes may rely on (“on conflict”)'],
  [/\brename\b/, 'renames what is read'],
  [/\bset not null\b/, 'requires a value that is not written'],
  [
    /\badd column\b(?=[^,]*\bnot null\b)(?![^,]*\b(default|generated)\b)/,
    'requires a value that is not written',
  ],
  [/\balter column\b.*\b(set data )?type\b/, 'changes the type of what is read and written'],
  [/\bdrop default\b/, 'requires a value that is not written'],
  [/^(truncate|delete from)\b/, 'removes rows that are read'],
]
/** Refuse what used to be written, unless their table is a new one. */
const rules: RegExp[] = [
  /^alter table "?(?<table>\w+)"?.*\badd constraint\b.*\b(check|unique|exclude)\b/,
  /^create unique index.* on (only )?"?(public"?\."?)?(?<table>\w+)"?/,
]

/** Before a statement, with the reason why servers of the version before can work with it. */
const safe = /^\s*--\s*safe: \S/m

/** The statements of a migration that servers of the version before cannot work with, and why. */
export function findContracts(file: string): string[] {
  const statements = split(file)
  const created = new Set(
    statements.flatMap(({ plain }) => /^create table (if not exists )?"?(\w+)/.exec(plain)?.[2] ?? []),
  )
  return statements.flatMap(({ text, plain }) => {
    if (safe.test(text)) return []
    const why = contracts.find(([pattern]) => pattern.test(plain))?.[1] ?? refuses(plain, created)
    return why ? [`${plain.slice(0, 100)}: ${why}`] : []
  })
}

function refuses(plain: string, created: ReadonlySet<string>): string | undefined {
  const table = rules.map((rule) => rule.exec(plain)?.groups?.table).find((name) => name !== undefined)
  return table === undefined || created.has(table) ? undefined : 'refuses what used to be written'
}

/** Each with its comments, and once more in lower case without comments, texts and the bodies of functions. */
function split(file: string): { text: string; plain: string }[] {
  const parts = file.match(/(?:--[^\n]*|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|"(?:[^"]|"")*"|[^;])+/g) ?? []
  return parts
    .map((text) => ({
      text,
      plain: text
        .replace(/--[^\n]*/g, ' ')
        .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, '$$$$')
        .replace(/'(?:[^']|'')*'/g, "''")
        .replace(/\s+/g, ' ')
        .trim()
        .toLowerCase(),
    }))
    .filter(({ plain }) => plain !== '')
}
