CREATE TABLE "script_causes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "script_causes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"tenant_id" integer NOT NULL,
	"script_name" text NOT NULL,
	"fingerprint" text NOT NULL,
	"message" text NOT NULL,
	"frame" text NOT NULL,
	"script_version" text NOT NULL,
	"count" integer NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "script_exceptions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "script_exceptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"cause_id" integer NOT NULL,
	"device_id" integer,
	"device_no" text NOT NULL,
	"script_name" text NOT NULL,
	"script_version" text NOT NULL,
	"apk_version" text NOT NULL,
	"exception" text NOT NULL,
	"run_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "script_users" (
	"script_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	CONSTRAINT "script_users_script_id_user_id_pk" PRIMARY KEY("script_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "script_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "script_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"script_id" integer NOT NULL,
	"version" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"source_url" text DEFAULT '' NOT NULL,
	"file_name" text NOT NULL,
	"original_name" text NOT NULL,
	"size" bigint NOT NULL,
	"md5" text NOT NULL,
	"user_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scripts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scripts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"script_name" text NOT NULL,
	"platform_id" integer NOT NULL,
	"tenant_id" integer NOT NULL,
	"version_id" integer DEFAULT 0 NOT NULL,
	"params" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_shared" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "script_causes" ADD CONSTRAINT "script_causes_tenant_id_users_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_exceptions" ADD CONSTRAINT "script_exceptions_cause_id_script_causes_id_fk" FOREIGN KEY ("cause_id") REFERENCES "public"."script_causes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_exceptions" ADD CONSTRAINT "script_exceptions_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_users" ADD CONSTRAINT "script_users_script_id_scripts_id_fk" FOREIGN KEY ("script_id") REFERENCES "public"."scripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_users" ADD CONSTRAINT "script_users_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_versions" ADD CONSTRAINT "script_versions_script_id_scripts_id_fk" FOREIGN KEY ("script_id") REFERENCES "public"."scripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_versions" ADD CONSTRAINT "script_versions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scripts" ADD CONSTRAINT "scripts_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scripts" ADD CONSTRAINT "scripts_tenant_id_users_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "script_causes_cause" ON "script_causes" USING btree ("tenant_id","script_name","fingerprint");--> statement-breakpoint
CREATE INDEX "script_causes_last" ON "script_causes" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "script_exceptions_cause" ON "script_exceptions" USING btree ("cause_id","id");--> statement-breakpoint
CREATE INDEX "script_exceptions_created" ON "script_exceptions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "script_users_user" ON "script_users" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "script_versions_version" ON "script_versions" USING btree ("script_id","version");--> statement-breakpoint
CREATE INDEX "script_versions_file" ON "script_versions" USING btree ("file_name");--> statement-breakpoint
CREATE UNIQUE INDEX "scripts_name" ON "scripts" USING btree ("tenant_id","script_name");--> statement-breakpoint
CREATE INDEX "scripts_platform" ON "scripts" USING btree ("platform_id");