CREATE TABLE "computer_phones" (
	"computer_id" integer NOT NULL,
	"serial" text NOT NULL,
	"hardware_id" text,
	"state" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"port" text,
	"transport" text NOT NULL,
	"is_given_up" boolean NOT NULL,
	CONSTRAINT "computer_phones_computer_id_serial_pk" PRIMARY KEY("computer_id","serial")
);
--> statement-breakpoint
CREATE TABLE "computers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "computers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"owner_id" integer,
	"installation" text NOT NULL,
	"token_hash" text NOT NULL,
	"computer_name" text NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"host" text NOT NULL,
	"ip" text NOT NULL,
	"agent_version" text NOT NULL,
	"enrolled_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"reported_at" timestamp (3) with time zone,
	"report" jsonb
);
--> statement-breakpoint
CREATE TABLE "shelf_slots" (
	"shelf_id" integer NOT NULL,
	"slot" integer NOT NULL,
	"device_id" integer NOT NULL,
	CONSTRAINT "shelf_slots_shelf_id_slot_pk" PRIMARY KEY("shelf_id","slot")
);
--> statement-breakpoint
CREATE TABLE "shelves" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shelves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"tenant_id" integer NOT NULL,
	"shelf_name" text NOT NULL,
	"columns" integer NOT NULL,
	"rows" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "computer_phones" ADD CONSTRAINT "computer_phones_computer_id_computers_id_fk" FOREIGN KEY ("computer_id") REFERENCES "public"."computers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "computers" ADD CONSTRAINT "computers_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shelf_slots" ADD CONSTRAINT "shelf_slots_shelf_id_shelves_id_fk" FOREIGN KEY ("shelf_id") REFERENCES "public"."shelves"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shelf_slots" ADD CONSTRAINT "shelf_slots_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shelves" ADD CONSTRAINT "shelves_tenant_id_users_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "computer_phones_hardware" ON "computer_phones" USING btree ("hardware_id");--> statement-breakpoint
CREATE UNIQUE INDEX "computers_token" ON "computers" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "computers_owner" ON "computers" USING btree ("owner_id","installation");--> statement-breakpoint
CREATE UNIQUE INDEX "shelf_slots_device" ON "shelf_slots" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "shelves_tenant" ON "shelves" USING btree ("tenant_id");