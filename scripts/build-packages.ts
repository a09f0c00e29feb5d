import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildWebIfStale } from './build-web.ts'
import { agentPackage } from './packages/agent-package.ts'
import { archive } from './packages/archive.ts'
import { billOfMaterials } from './packages/bill-of-materials.ts'
import { serverPackage } from './packages/server-package.ts'
import { root } from './root.ts'

/** `npm run build:packages`: what a release consists of; the same source makes the same files. */
const folder = process.argv[2] ?? path.join(root, 'dist')
await buildWebIfStale(console.log)
const agent = await agentPackage()
const agentArchive = await archive(agent.files)
const server = await serverPackage(agent, agentArchive)
const built = {
  'fleetdeck.tgz': await archive(server.files),
  'fleetdeck.cdx.json': billOfMaterials(server),
  'fleetdeck-agent.tgz': agentArchive,
  'fleetdeck-agent.cdx.json': billOfMaterials(agent),
}
mkdirSync(folder, { recursive: true })
for (const [name, content] of Object.entries(built)) {
  writeFileSync(path.join(folder, name), content)
  console.log(`${path.relative('', path.join(folder, name))}  ${Math.ceil(content.length / 1000)} KB`)
}
