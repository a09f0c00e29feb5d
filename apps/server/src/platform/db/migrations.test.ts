import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { findContracts } from '../../testing/find-contracts.ts'
import { knownMigrations, migrationsFolder } from './known-migrations.ts'

/** Earlier ones are from before servers of two versions worked together. */
const firstChecked = 43

const advice = `Servers of the version before read the database while this one is installed. Split the change: expand
now, and in the version after the one that no longer needs it, contract in a migration of its own with the first line
“-- contract”. If a statement is harmless, say why in a line “-- safe: …” before it (docs/operations.md, Upgrades).`

const files = readdirSync(migrationsFolder)
  .filter((name) => /^\d{4}_.*\.sql$/.test(name) && Number(name.slice(0, 4)) >= firstChecked)
  .map((name) => ({ name, text: readFileSync(path.join(migrationsFolder, name), 'utf8') }))

test('servers of the version before can work after each migration that is not marked as a contract', () => {
  const found = files.filter(({ text }) => !text.startsWith('-- contract'))
  for (const { name, text } of found) expect(findContracts(text), `${name}: ${advice}`).toEqual([])
})

test('the mark of a contract is found in its file only', () => {
  const marked = files.filter(({ text }) => text.startsWith('-- contract')).length
  expect(knownMigrations().filter(({ isContract }) => isContract)).toHaveLength(marked)
})

describe('of a migration, the check finds', () => {
  test.each([
    'DROP TABLE "posts" CASCADE;',
    'ALTER TABLE "posts" DROP COLUMN "remark";',
    'ALTER TABLE "posts" RENAME COLUMN "remark" TO "note";',
    'ALTER TABLE "posts" RENAME TO "positions";',
    'ALTER TABLE "posts" ALTER COLUMN "remark" SET NOT NULL;',
    'ALTER TABLE "posts" ADD COLUMN "extra" text NOT NULL;',
    'ALTER TABLE "posts" ALTER COLUMN "sort" SET DATA TYPE bigint;',
    'alter table posts alter column sort type bigint using sort::bigint;',
    'ALTER TABLE "posts" ALTER COLUMN "remark" DROP DEFAULT;',
    'ALTER TABLE "posts" DROP CONSTRAINT "posts_code";',
    'DROP INDEX "posts_code";',
    'ALTER TABLE "posts" ADD CONSTRAINT "posts_short" CHECK (length(post_name) < 9);',
    'CREATE UNIQUE INDEX "posts_name" ON "posts" USING btree ("post_name");',
    'DELETE FROM "posts";',
    'TRUNCATE "posts";',
    `-- a comment; with a semicolon\nDROP TYPE "mood";`,
  ])('%s', (statement) => {
    expect(findContracts(`CREATE TABLE "a" ("b" text);\n${statement}`)).toHaveLength(1)
  })

  test.each([
    'CREATE TABLE "a" ("b" text NOT NULL);--> statement-breakpoint\nCREATE UNIQUE INDEX "a_b" ON "a" ("b");',
    `ALTER TABLE "posts" ADD COLUMN "extra" text DEFAULT 'drop table' NOT NULL;`,
    'ALTER TABLE "posts" ADD COLUMN "extra" text;',
    'ALTER TABLE "posts" ADD COLUMN "twice" int GENERATED ALWAYS AS (sort * 2) STORED NOT NULL;',
    'ALTER TABLE "posts" ADD CONSTRAINT "posts_owner" FOREIGN KEY ("owner") REFERENCES "users"("id");',
    'CREATE INDEX "posts_sort" ON "posts" ("sort");',
    'create or replace function f() returns void as $$ begin delete from posts; end $$ language plpgsql;',
    `update posts set extra = 'rename';`,
    '-- safe: nothing wrote this index\nDROP INDEX "posts_sort";',
  ])('nothing in %s', (text) => {
    expect(findContracts(text)).toEqual([])
  })
})
