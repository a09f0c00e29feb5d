CREATE TABLE "caches" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "caches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"tenant_id" integer NOT NULL,
	"cache_key" text NOT NULL,
	"data_type" smallint NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"lines" text[] DEFAULT '{}'::text[] NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "data_groups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "data_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"group_name" text NOT NULL,
	"tenant_id" integer NOT NULL,
	"dedupe" smallint DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "data_handouts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "data_handouts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"group_id" integer NOT NULL,
	"item_id" bigint NOT NULL,
	"name" text NOT NULL,
	"content" text NOT NULL,
	"device_id" integer NOT NULL,
	"device_no" text NOT NULL,
	"lease_id" text,
	"outcome" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "data_items" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "data_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"group_id" integer NOT NULL,
	"name" text NOT NULL,
	"content" text NOT NULL,
	"dedupe" smallint DEFAULT 1 NOT NULL,
	"lot" double precision DEFAULT random() NOT NULL,
	"leased_until" timestamp (3) with time zone,
	"leased_at" timestamp (3) with time zone,
	"lease_id" text,
	"leased_by_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "caches" ADD CONSTRAINT "caches_tenant_id_users_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_groups" ADD CONSTRAINT "data_groups_tenant_id_users_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_handouts" ADD CONSTRAINT "data_handouts_group_id_data_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."data_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_items" ADD CONSTRAINT "data_items_group_id_data_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."data_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_items" ADD CONSTRAINT "data_items_leased_by_id_devices_id_fk" FOREIGN KEY ("leased_by_id") REFERENCES "public"."devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "caches_key" ON "caches" USING btree ("tenant_id","cache_key");--> statement-breakpoint
CREATE INDEX "caches_expiry" ON "caches" USING btree ("expires_at") WHERE "caches"."expires_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "data_groups_name" ON "data_groups" USING btree ("tenant_id","group_name");--> statement-breakpoint
CREATE INDEX "data_handouts_group" ON "data_handouts" USING btree ("group_id","id");--> statement-breakpoint
CREATE INDEX "data_handouts_at" ON "data_handouts" USING btree ("at");--> statement-breakpoint
CREATE INDEX "data_handouts_item" ON "data_handouts" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "data_items_free" ON "data_items" USING btree ("group_id","id") WHERE "data_items"."lease_id" is null;--> statement-breakpoint
CREATE INDEX "data_items_lot" ON "data_items" USING btree ("group_id","lot") WHERE "data_items"."lease_id" is null;--> statement-breakpoint
CREATE INDEX "data_items_name" ON "data_items" USING btree ("group_id","name","id");--> statement-breakpoint
CREATE UNIQUE INDEX "data_items_once" ON "data_items" USING btree ("group_id",md5("content"),(case when "dedupe" = 0 then 0 else "id" end));--> statement-breakpoint
CREATE INDEX "data_items_leased" ON "data_items" USING btree ("leased_until") WHERE "data_items"."lease_id" is not null;--> statement-breakpoint
CREATE INDEX "data_items_leased_by" ON "data_items" USING btree ("leased_by_id") WHERE "data_items"."leased_by_id" is not null;