import { assessmentsRpc, type Catalogue } from '@candid/contracts';
import { RpcHandler } from '@candid/platform';
import { Controller } from '@nestjs/common';
import { generalCatalogue } from '../catalogue/domain/general-catalogue.js';
import { photoCatalogue } from '../catalogue/domain/photo-catalogue.js';

@Controller()
export class CatalogueController {
  @RpcHandler(assessmentsRpc.getCatalogue)
  photos(): { data: Catalogue } {
    return { data: photoCatalogue as unknown as Catalogue };
  }

  @RpcHandler(assessmentsRpc.getGeneralCatalogue)
  general(): { data: Catalogue } {
    return { data: generalCatalogue as unknown as Catalogue };
  }
}
