CREATE TABLE "account_alerts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "account_alerts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"value" integer,
	"limit" integer,
	"opened_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "account_days" (
	"day" date NOT NULL,
	"user_id" integer NOT NULL,
	"plan_id" integer,
	"plan_name" text DEFAULT '' NOT NULL,
	"devices" integer NOT NULL,
	"given" integer,
	CONSTRAINT "account_days_user_id_day_pk" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
CREATE TABLE "account_plans" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"plan_id" integer NOT NULL,
	"given_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plan_menus" (
	"plan_id" integer NOT NULL,
	"menu_id" integer NOT NULL,
	CONSTRAINT "plan_menus_plan_id_menu_id_pk" PRIMARY KEY("plan_id","menu_id")
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "plans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"plan_name" text NOT NULL,
	"owner_id" integer NOT NULL,
	"device_number" integer,
	"rate_limit" integer DEFAULT 0 NOT NULL,
	"storage_megabytes" integer,
	"days" integer,
	"limits_features" boolean DEFAULT false NOT NULL,
	"status" smallint DEFAULT 0 NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "storage_megabytes" integer;--> statement-breakpoint
ALTER TABLE "account_alerts" ADD CONSTRAINT "account_alerts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_days" ADD CONSTRAINT "account_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_plans" ADD CONSTRAINT "account_plans_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_plans" ADD CONSTRAINT "account_plans_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_menus" ADD CONSTRAINT "plan_menus_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_menus" ADD CONSTRAINT "plan_menus_menu_id_menus_id_fk" FOREIGN KEY ("menu_id") REFERENCES "public"."menus"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_alerts_open" ON "account_alerts" USING btree ("user_id","kind") WHERE "account_alerts"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "account_alerts_ended" ON "account_alerts" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "account_days_day" ON "account_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "account_plans_plan_id_index" ON "account_plans" USING btree ("plan_id");--> statement-breakpoint
CREATE INDEX "plan_menus_menu_id_index" ON "plan_menus" USING btree ("menu_id");--> statement-breakpoint
CREATE UNIQUE INDEX "plans_name" ON "plans" USING btree ("owner_id","plan_name");