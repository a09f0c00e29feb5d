import path from 'node:path'
import ts from 'typescript'

/**
 * Checks the types of single files of a project: `node check-types.ts PROJECT FILE…`. A full check takes a minute of
 * CPU time; these files only need the types they use.
 */
const [project = '', ...files] = process.argv.slice(2)
const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} }
const config = ts.getParsedCommandLineOfConfigFile(path.join(project, 'tsconfig.json'), {}, host)
if (!config) throw new Error(`no tsconfig.json in ${project}`)
const roots = files.map((file) => path.join(project, file))
const declarations = config.fileNames.filter((file) => file.endsWith('.d.ts'))
const program = ts.createProgram([...roots, ...declarations], config.options)
const wrong = roots.flatMap((root) => {
  const source = program.getSourceFile(root)
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
})
const names = { getCurrentDirectory: () => project, getCanonicalFileName: (name: string) => name }
console.log(ts.formatDiagnostics(wrong, { ...names, getNewLine: () => '\n' }))
process.exit(wrong.length > 0 ? 1 : 0)
