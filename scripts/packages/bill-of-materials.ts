import { Enums, Models, Serialize, SPDX, Spec } from '@cyclonedx/cyclonedx-library'
import type { BuiltPackage } from './built-package.ts'
import { findLocked, type LockedPackage, lockedPackage } from './package-lock.ts'

/**
 * What a package contains and installs, as CycloneDX: the packages in its JavaScript, and those that npm installs beside
 * it, also on other systems. The same package has the same list.
 */
export function billOfMaterials({ manifest, packages }: BuiltPackage): string {
  const { name, version, license, description, dependencies = {} } = manifest
  const bom = new Models.Bom()
  const product = component(name, { version, license })
  product.type = Enums.ComponentType.Application
  product.description = description
  bom.metadata.component = product
  const parts = new Map<string, Models.Component>()
  const installed = new Set<string>()
  /** A version that is in several folders is one part. */
  const add = (folder: string, scope: Enums.ComponentScope): Models.Component => {
    const locked = lockedPackage(folder)
    const part = component(locked.name ?? nameOf(folder), locked)
    const known = parts.get(part.bomRef.toString())
    if (known) return known
    part.scope = scope
    parts.set(part.bomRef.toString(), part)
    bom.components.add(part)
    return part
  }
  const install = (folder: string, scope: Enums.ComponentScope): Models.Component => {
    const part = add(folder, scope)
    if (installed.has(folder)) return part
    installed.add(folder)
    const { dependencies: needed = {}, optionalDependencies = {} } = lockedPackage(folder)
    for (const each of Object.keys({ ...needed, ...optionalDependencies })) {
      const found = findLocked(each, folder)
      const isOptional = each in optionalDependencies
      if (found)
        part.dependencies.add(install(found, isOptional ? Enums.ComponentScope.Optional : scope).bomRef)
    }
    return part
  }
  for (const folder of packages) product.dependencies.add(add(folder, Enums.ComponentScope.Required).bomRef)
  for (const each of Object.keys(dependencies))
    product.dependencies.add(install(`node_modules/${each}`, Enums.ComponentScope.Required).bomRef)
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6))
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`
}

const nameOf = (folder: string) => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)

function component(
  fullName: string,
  { version, license, integrity }: Pick<LockedPackage, 'version' | 'license' | 'integrity'>,
): Models.Component {
  const [group, name] = fullName.startsWith('@') ? fullName.split('/') : [undefined, fullName]
  const purl = `pkg:npm/${fullName.replace('@', '%40')}@${version}`
  const made = new Models.Component(Enums.ComponentType.Library, name ?? fullName, {
    ...(group !== undefined && { group }),
    version,
    purl,
    bomRef: purl,
  })
  if (license)
    made.licenses.add(
      SPDX.isSupportedSpdxId(license)
        ? new Models.SpdxLicense(license)
        : new Models.LicenseExpression(license),
    )
  if (integrity?.startsWith('sha512-'))
    made.hashes.set(
      Enums.HashAlgorithm['SHA-512'],
      Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex'),
    )
  return made
}
