import { execFileSync } from 'node:child_process'

/** Checks the import rules of .dependency-cruiser.cjs, and fails if no file was checked. */
interface Cruise {
  summary: {
    totalCruised: number
    violations: { from: string; to: string; rule: { name: string; severity: string } }[]
  }
}

const roots = ['packages', 'apps', 'e2e', 'bench', 'scripts']

const output = execFileSync(
  process.execPath,
  ['node_modules/dependency-cruiser/bin/dependency-cruise.mjs', '--output-type', 'json', ...roots],
  { encoding: 'utf8', maxBuffer: 1 << 28 },
)
const { summary } = JSON.parse(output) as Cruise
const broken = summary.violations.filter((violation) => violation.rule.severity === 'error')
for (const { from, to, rule } of broken) console.error(`${rule.name}: ${from} → ${to}`)
if (summary.totalCruised < 100) {
  console.error(`Only ${summary.totalCruised} modules were found: the import rules were not checked.`)
  process.exit(1)
}
if (broken.length) process.exit(1)
console.log(`${summary.totalCruised} modules follow the import rules.`)
