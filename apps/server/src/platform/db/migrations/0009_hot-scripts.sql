CREATE TABLE "hot_devices" (
	"hot_id" integer NOT NULL,
	"device_id" integer NOT NULL,
	"version" text NOT NULL,
	"state" text NOT NULL,
	"msg" text NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "hot_devices_hot_id_device_id_pk" PRIMARY KEY("hot_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "hot_scripts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "hot_scripts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"hot_name" text NOT NULL,
	"tenant_id" integer NOT NULL,
	"script_id" integer NOT NULL,
	"force_update" integer NOT NULL,
	"version_popup" integer NOT NULL,
	"version_msg" text NOT NULL,
	"file" jsonb NOT NULL,
	"previous" jsonb,
	"group_ids" jsonb NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"percent" integer DEFAULT 0 NOT NULL,
	"threshold" integer DEFAULT -1 NOT NULL,
	"exception_limit" integer NOT NULL,
	"when_over" integer NOT NULL,
	"published_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "hot_devices" ADD CONSTRAINT "hot_devices_hot_id_hot_scripts_id_fk" FOREIGN KEY ("hot_id") REFERENCES "public"."hot_scripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hot_devices" ADD CONSTRAINT "hot_devices_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hot_scripts" ADD CONSTRAINT "hot_scripts_tenant_id_users_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hot_scripts" ADD CONSTRAINT "hot_scripts_script_id_scripts_id_fk" FOREIGN KEY ("script_id") REFERENCES "public"."scripts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "hot_scripts_script" ON "hot_scripts" USING btree ("tenant_id","script_id");