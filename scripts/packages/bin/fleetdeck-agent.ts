import { printVersion, startProgram } from './start-program.ts'

const words = process.argv.slice(2)
const [first, ...rest] = words
if (first === '--version') printVersion()
else if (first === 'pair' || first === 'phones') await startProgram(`dist/${first}.js`, rest)
else await startProgram('dist/main.js', words)
