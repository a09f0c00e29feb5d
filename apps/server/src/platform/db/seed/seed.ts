import { randomInt } from 'node:crypto'
import { adminRole, DataScope, defaultRole } from '@fleetdeck/contract/enums'
import { count, eq } from 'drizzle-orm'
import { hashPassword, randomText } from '../../core/passwords.ts'
import { type Seal, sealedKey } from '../../core/seal.ts'
import type { Db } from '../db.ts'
import { departments } from '../schema/departments.ts'
import { installation } from '../schema/installation.ts'
import { parameterValues } from '../schema/parameters.ts'
import { posts } from '../schema/posts.ts'
import { roles, userRoles } from '../schema/roles.ts'
import { users } from '../schema/users.ts'
import { seedDictionaries } from './seed-dictionaries.ts'
import { seedMenus } from './seed-menus.ts'
import { seedParameters } from './seed-parameters.ts'
import { seedScheduledJobs } from './seed-scheduled-jobs.ts'

export interface FirstAdmin {
  userName: string
  /** Undefined when it came from ADMIN_PASSWORD. */
  generatedPassword: string | undefined
}

/**
 * Fills an empty database and adds what a newer program ships. Returns the built-in account. Its password is shown only
 * once and must be changed at the first sign-in.
 */
export function seed(db: Db, seal: Seal, adminPassword: string | undefined): Promise<FirstAdmin | undefined> {
  return db.transaction(async (tx) => {
    await seedRoles(tx)
    await seedMenus(tx)
    await seedEnrolmentKey(tx, seal)
    await seedParameters(tx)
    await seedDictionaries(tx)
    await seedScheduledJobs(tx)
    await seedInstallation(tx)
    const [existing] = await tx.select({ users: count() }).from(users)
    return existing?.users ? undefined : await seedAdmin(tx, seal, adminPassword)
  })
}

async function seedRoles(db: Db) {
  const builtIn = { builtIn: true }
  await db
    .insert(roles)
    .values([
      { ...builtIn, roleKey: adminRole, roleName: '超级管理员', roleSort: 1, dataScope: DataScope.all },
      {
        ...builtIn,
        roleKey: 'operator',
        roleName: '操作员',
        roleSort: 2,
        dataScope: DataScope.departmentAndBelow,
      },
      {
        ...builtIn,
        roleKey: 'viewer',
        roleName: '观察员',
        roleSort: 3,
        dataScope: DataScope.departmentAndBelow,
      },
      { ...builtIn, roleKey: defaultRole, roleName: '默认角色', roleSort: 9, dataScope: DataScope.self },
    ])
    .onConflictDoNothing()
}

async function seedEnrolmentKey(db: Db, seal: Seal) {
  const key = 'device.enrolmentKey'
  await db
    .insert(parameterValues)
    .values({
      configKey: key,
      configName: key,
      configValue: seal.seal(randomText(24), `parameters.${key}`),
      builtIn: true,
    })
    .onConflictDoNothing()
}

/** Letters and digits that do not look alike, in four groups. */
const serialLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

async function seedInstallation(db: Db) {
  const letters = Array.from({ length: 16 }, () => serialLetters[randomInt(serialLetters.length)]).join('')
  const serial = letters.replace(/(.{4})(?=.)/g, '$1-')
  await db.insert(installation).values({ serial }).onConflictDoNothing()
}

async function seedAdmin(db: Db, seal: Seal, adminPassword: string | undefined): Promise<FirstAdmin> {
  const password = adminPassword ?? randomText(16)
  // Every user needs a post, so some are created.
  await db.insert(posts).values([
    { postCode: 'manager', postName: '主管', postSort: 1 },
    { postCode: 'staff', postName: '员工', postSort: 2 },
  ])
  const [dept] = await db.insert(departments).values({ deptName: '总部' }).returning()
  const [role] = await db.select().from(roles).where(eq(roles.roleKey, adminRole))
  const [admin] = await db
    .insert(users)
    .values({
      userName: 'admin',
      nickName: '管理员',
      passwordHash: await hashPassword(password),
      deptId: dept?.id ?? null,
      builtIn: true,
      mustChangePassword: true,
      ...sealedKey(seal, randomText(24)),
    })
    .returning()
  if (admin && role) await db.insert(userRoles).values({ userId: admin.id, roleId: role.id })
  return { userName: 'admin', generatedPassword: adminPassword === undefined ? password : undefined }
}
